/** Tests of the comparison of two systems. */
@NullMarked
package org.c4igateway.cli.database.resync;

import org.jspecify.annotations.NullMarked;
