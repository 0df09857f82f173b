/** Whole runs of the lab on real processes. */
@NullMarked
package org.c4igateway.test.e2e.lab;

import org.jspecify.annotations.NullMarked;
