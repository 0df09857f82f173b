/** The command chaos. */
@NullMarked
package org.c4igateway.cli.chaos;

import org.jspecify.annotations.NullMarked;
