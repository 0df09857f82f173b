/** Message model and ports of the gateway; free of frameworks. */
@NullMarked
package org.c4igateway.core;

import org.jspecify.annotations.NullMarked;
