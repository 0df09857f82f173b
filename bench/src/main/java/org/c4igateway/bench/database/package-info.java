/** Benchmarks of interface databases. */
@NullMarked
package org.c4igateway.bench.database;

import org.jspecify.annotations.NullMarked;
