/** Nodes that are killed at each step of the data path. */
@NullMarked
package org.c4igateway.test.e2e.kill;

import org.jspecify.annotations.NullMarked;
