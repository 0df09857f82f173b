/** The soak: a long load on two nodes, judged day by day. */
@NullMarked
package org.c4igateway.bench.soak;

import org.jspecify.annotations.NullMarked;
