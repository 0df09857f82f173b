/** Benchmarks of DDS providers beside native programs. */
@NullMarked
package org.c4igateway.bench.dds;

import org.jspecify.annotations.NullMarked;
