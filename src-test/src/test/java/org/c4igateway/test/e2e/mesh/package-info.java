/** Nodes as processes with their databases, joined over one middleware, and the C4I servers that use them. */
@NullMarked
package org.c4igateway.test.e2e.mesh;

import org.jspecify.annotations.NullMarked;
