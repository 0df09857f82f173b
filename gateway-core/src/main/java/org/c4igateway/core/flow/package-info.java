/**
 * The data path between the ports: outbound lanes, inbound writer, receipts. Steps 1 to 7 but for what the ports do.
 */
@NullMarked
package org.c4igateway.core.flow;

import org.jspecify.annotations.NullMarked;
