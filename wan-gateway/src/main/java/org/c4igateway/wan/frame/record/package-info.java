/** Records as bytes: messages, receipts, site reports. A record is the unit that a WAN link carries. */
@NullMarked
package org.c4igateway.wan.frame.record;

import org.jspecify.annotations.NullMarked;
