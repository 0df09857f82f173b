/** Supervision of threads and tasks that must run as long as the process. */
@NullMarked
package org.c4igateway.core.watch;

import org.jspecify.annotations.NullMarked;
