/** What waits for a link or is under way in it: the outlet of a router to one link, with its bounds. */
@NullMarked
package org.c4igateway.wan.route.outlet;

import org.jspecify.annotations.NullMarked;
