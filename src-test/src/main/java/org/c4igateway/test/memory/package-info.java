/** A transport within one process, for tests and benchmarks of everything above the transport. */
@NullMarked
package org.c4igateway.test.memory;

import org.jspecify.annotations.NullMarked;
