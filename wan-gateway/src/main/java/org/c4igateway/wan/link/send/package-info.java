/**
 * The sending side of a link: queues by precedence level, frames in flight, loss detection, pacing, redundancy.
 */
@NullMarked
package org.c4igateway.wan.link.send;

import org.jspecify.annotations.NullMarked;
