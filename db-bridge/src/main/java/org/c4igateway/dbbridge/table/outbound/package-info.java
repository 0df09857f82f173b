/** Rows of tables elsewhere as messages, and the final states of these messages written back. */
@NullMarked
package org.c4igateway.dbbridge.table.outbound;

import org.jspecify.annotations.NullMarked;
