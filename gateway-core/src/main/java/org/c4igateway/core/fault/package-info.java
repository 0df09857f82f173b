/** Stable error codes and the sealed fault type; the reaction comes from the type. */
@NullMarked
package org.c4igateway.core.fault;

import org.jspecify.annotations.NullMarked;
