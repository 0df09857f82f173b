/** Records as bytes: messages, receipts, site reports. A record is what crosses a WAN link. */
@NullMarked
package org.c4igateway.wan.frame.record;

import org.jspecify.annotations.NullMarked;
