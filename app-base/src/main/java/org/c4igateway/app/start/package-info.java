/** Explains why an application does not start: the wrong value, where it stands, what to write instead. */
@NullMarked
package org.c4igateway.app.start;

import org.jspecify.annotations.NullMarked;
