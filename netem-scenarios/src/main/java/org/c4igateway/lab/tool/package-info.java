/** Bounded runs of system programs. */
@NullMarked
package org.c4igateway.lab.tool;

import org.jspecify.annotations.NullMarked;
