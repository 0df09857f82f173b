/** Settings of what goes over the wire: sizes, times of repair, and the link that they follow from. */
@NullMarked
package org.c4igateway.dds.transport.wire;

import org.jspecify.annotations.NullMarked;
