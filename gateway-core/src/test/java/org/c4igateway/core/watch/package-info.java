@NullMarked
package org.c4igateway.core.watch;

import org.jspecify.annotations.NullMarked;
