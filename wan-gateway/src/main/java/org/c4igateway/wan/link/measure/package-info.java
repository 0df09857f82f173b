/** Estimates and counts of a link: loss, round trip, reordering, what was sent and received. */
@NullMarked
package org.c4igateway.wan.link.measure;

import org.jspecify.annotations.NullMarked;
