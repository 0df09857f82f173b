/** The outlet of a router to one link: records that wait for the link or are in flight, with their bounds. */
@NullMarked
package org.c4igateway.wan.route.outlet;

import org.jspecify.annotations.NullMarked;
