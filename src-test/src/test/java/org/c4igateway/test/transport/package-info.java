/** The contract kit of the transport port and its runs against each transport. */
@NullMarked
package org.c4igateway.test.transport;

import org.jspecify.annotations.NullMarked;
