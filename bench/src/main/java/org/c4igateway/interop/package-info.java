/** Exchanges keyed messages between DDS applications of different vendors, in pairs: {@code ./c4i interop}. */
@NullMarked
package org.c4igateway.interop;

import org.jspecify.annotations.NullMarked;
