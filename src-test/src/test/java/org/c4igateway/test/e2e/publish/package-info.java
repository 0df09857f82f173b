/** Rows for every subscriber, for those whose filter matches, and for a subscriber that comes later. */
@NullMarked
package org.c4igateway.test.e2e.publish;

import org.jspecify.annotations.NullMarked;
