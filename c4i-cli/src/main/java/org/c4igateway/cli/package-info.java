/** Commands behind the c4i launcher. */
@NullMarked
package org.c4igateway.cli;

import org.jspecify.annotations.NullMarked;
