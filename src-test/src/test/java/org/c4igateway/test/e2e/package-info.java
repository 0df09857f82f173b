/** End-to-end and fault tests: node processes, real databases, real middleware. */
@NullMarked
package org.c4igateway.test.e2e;

import org.jspecify.annotations.NullMarked;
