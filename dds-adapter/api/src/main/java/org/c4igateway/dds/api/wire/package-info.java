/** Sizes and times of what a participant puts on the wire, as settings and as they follow from a link. */
@NullMarked
package org.c4igateway.dds.api.wire;

import org.jspecify.annotations.NullMarked;
