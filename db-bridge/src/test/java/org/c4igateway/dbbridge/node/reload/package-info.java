/** How a running node notices that its files have changed. */
@NullMarked
package org.c4igateway.dbbridge.node.reload;

import org.jspecify.annotations.NullMarked;
