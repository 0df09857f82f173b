/** Day partitions ahead, old days dropped, summaries compacted. */
@NullMarked
package org.c4igateway.dbbridge.retention;

import org.jspecify.annotations.NullMarked;
