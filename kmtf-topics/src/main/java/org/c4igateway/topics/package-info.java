/** Topic catalogue: which message types exist, and the traffic class of each. */
@NullMarked
package org.c4igateway.topics;

import org.jspecify.annotations.NullMarked;
