/** A node's page for operators: what is served, to whom, and how it is configured. Off unless configured. */
@NullMarked
package org.c4igateway.console;

import org.jspecify.annotations.NullMarked;
