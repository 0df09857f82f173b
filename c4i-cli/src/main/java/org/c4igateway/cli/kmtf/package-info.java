/** {@code c4i kmtf}: messages shown and checked, and definitions imported. */
@NullMarked
package org.c4igateway.cli.kmtf;

import org.jspecify.annotations.NullMarked;
