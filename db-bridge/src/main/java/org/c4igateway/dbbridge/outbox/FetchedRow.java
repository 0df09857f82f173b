package org.c4igateway.dbbridge.outbox;

import org.c4igateway.core.store.Outbox.PendingRow;
import org.jspecify.annotations.Nullable;

/**
 * A row as fetched.
 *
 * @param xid transaction that submitted it
 * @param sequence its number
 * @param row the row, or null for the one that exceeded the byte limit
 */
record FetchedRow(long xid, long sequence, @Nullable PendingRow row) {}
