/** Whole gateways in one process over the transport in memory. */
@NullMarked
package org.c4igateway.test.flow;

import org.jspecify.annotations.NullMarked;
