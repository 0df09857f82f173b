/** The parts of a node's state that need an operator's attention, and the curves of the last hour. */
@NullMarked
package org.c4igateway.console.watch;

import org.jspecify.annotations.NullMarked;
