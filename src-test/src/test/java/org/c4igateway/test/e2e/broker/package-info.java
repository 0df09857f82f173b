/** Two brokers of which one takes over. */
@NullMarked
package org.c4igateway.test.e2e.broker;

import org.jspecify.annotations.NullMarked;
