/** The port that every middleware adapter implements; expected conditions are sealed outcomes. */
@NullMarked
package org.c4igateway.core.transport;

import org.jspecify.annotations.NullMarked;
