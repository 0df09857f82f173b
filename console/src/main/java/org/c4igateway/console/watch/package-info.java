/** What of a node's state deserves an operator's attention, and what the last hour was like. */
@NullMarked
package org.c4igateway.console.watch;

import org.jspecify.annotations.NullMarked;
