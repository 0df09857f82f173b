/** Supervision of what has to go on for as long as the process lives. */
@NullMarked
package org.c4igateway.core.watch;

import org.jspecify.annotations.NullMarked;
