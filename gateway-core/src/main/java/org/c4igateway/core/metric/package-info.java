/** Names of all meters of the gateway. */
@NullMarked
package org.c4igateway.core.metric;

import org.jspecify.annotations.NullMarked;
