@NullMarked
package org.c4igateway.core.transport;

import org.jspecify.annotations.NullMarked;
