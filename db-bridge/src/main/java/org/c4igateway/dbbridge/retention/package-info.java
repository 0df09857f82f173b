/** Day partitions ahead, old days dropped, clocks compared. */
@NullMarked
package org.c4igateway.dbbridge.retention;

import org.jspecify.annotations.NullMarked;
