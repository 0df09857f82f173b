/** The native library: where it is, whether it fits, its functions and its entities. */
@NullMarked
package org.c4igateway.dds.cyclone.library;

import org.jspecify.annotations.NullMarked;
