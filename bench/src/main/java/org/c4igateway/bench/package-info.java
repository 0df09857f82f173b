/** Benchmarks behind {@code ./c4i bench}: each measures the product beside a reference in the same run. */
@NullMarked
package org.c4igateway.bench;

import org.jspecify.annotations.NullMarked;
