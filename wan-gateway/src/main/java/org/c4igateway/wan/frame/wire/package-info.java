/** Numbers and bounds of the wire format. */
@NullMarked
package org.c4igateway.wan.frame.wire;

import org.jspecify.annotations.NullMarked;
