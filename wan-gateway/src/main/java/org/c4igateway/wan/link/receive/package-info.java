/** The receiving side of a link: frames in order, records put together, feedback. */
@NullMarked
package org.c4igateway.wan.link.receive;

import org.jspecify.annotations.NullMarked;
