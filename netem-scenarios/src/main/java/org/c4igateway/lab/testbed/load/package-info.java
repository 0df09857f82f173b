/** Loads: rows that are submitted at a rate. */
@NullMarked
package org.c4igateway.lab.testbed.load;

import org.jspecify.annotations.NullMarked;
