@NullMarked
package org.c4igateway.core.flow;

import org.jspecify.annotations.NullMarked;
