/** The data path between the ports: outbound lanes, inbound writer, receipts. Steps 2 to 5. */
@NullMarked
package org.c4igateway.core.flow;

import org.jspecify.annotations.NullMarked;
