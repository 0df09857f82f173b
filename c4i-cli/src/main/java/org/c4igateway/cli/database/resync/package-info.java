/** {@code c4i resync}: compares the databases of two systems, and exports what one of them lacks. */
@NullMarked
package org.c4igateway.cli.database.resync;

import org.jspecify.annotations.NullMarked;
