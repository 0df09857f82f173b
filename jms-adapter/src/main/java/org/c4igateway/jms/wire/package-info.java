/** Messages, receipts and announcements as JMS messages. Internal to the adapter. */
@NullMarked
package org.c4igateway.jms.wire;

import org.jspecify.annotations.NullMarked;
