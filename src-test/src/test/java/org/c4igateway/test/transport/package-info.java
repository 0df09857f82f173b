/** Runs of the contract of the transport port against each transport. */
@NullMarked
package org.c4igateway.test.transport;

import org.jspecify.annotations.NullMarked;
