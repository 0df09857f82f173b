/**
 * The sending half of the data path: rows are read from the outbox, queued by precedence, sent, and settled by
 * receipts.
 */
@NullMarked
package org.c4igateway.core.flow.send;

import org.jspecify.annotations.NullMarked;
