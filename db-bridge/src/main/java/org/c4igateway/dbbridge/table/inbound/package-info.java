/** Received messages as rows of tables elsewhere. */
@NullMarked
package org.c4igateway.dbbridge.table.inbound;

import org.jspecify.annotations.NullMarked;
