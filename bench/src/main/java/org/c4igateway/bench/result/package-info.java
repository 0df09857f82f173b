/** Results of benchmarks that are kept, and their comparison. */
@NullMarked
package org.c4igateway.bench.result;

import org.jspecify.annotations.NullMarked;
