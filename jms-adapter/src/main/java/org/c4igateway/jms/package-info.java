/** The transport port on JMS 3.1 point-to-point queues. */
@NullMarked
package org.c4igateway.jms;

import org.jspecify.annotations.NullMarked;
