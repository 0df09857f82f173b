@NullMarked
package org.c4igateway.console.watch;

import org.jspecify.annotations.NullMarked;
