/** Whole runs of the lab on real processes. */
@NullMarked
package org.c4igateway.test.e2e.scenario;

import org.jspecify.annotations.NullMarked;
