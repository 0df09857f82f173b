/** Preparing a database, starting a node, and what it says when it cannot start. */
@NullMarked
package org.c4igateway.test.e2e.start;

import org.jspecify.annotations.NullMarked;
