/**
 * Statistics of few repetitions: medians with intervals from ranks, means with Student's t, ratios by paired bootstrap.
 */
@NullMarked
package org.c4igateway.lab.stats;

import org.jspecify.annotations.NullMarked;
