package org.c4igateway.dbbridge.outbox;

import java.util.List;

/**
 * What one fetch statement brought.
 *
 * @param snapshot the snapshot it ran on
 * @param epoch the lease's epoch in that snapshot
 * @param term the reading term, see {@link TermPosition}
 * @param rows rows per request, in the requests' order
 */
record FetchAnswer(Snapshot snapshot, long epoch, String term, List<List<FetchedRow>> rows) {
    /** @return whether a row's transaction lies in the future of the snapshot, as after a restore */
    boolean hasRowsOfTheFuture() {
        return rows.stream().flatMap(List::stream).anyMatch(row -> row.xid() >= snapshot.xmax());
    }
}
