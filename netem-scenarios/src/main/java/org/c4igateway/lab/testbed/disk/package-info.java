/** Disks that can be full, stand still, break, or lose power. */
@NullMarked
package org.c4igateway.lab.testbed.disk;

import org.jspecify.annotations.NullMarked;
