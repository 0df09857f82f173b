package org.c4igateway.dbbridge.inbox;

import org.c4igateway.dbbridge.jdbc.AdvisoryLock;

/**
 * How a writing transaction of the inbox begins: with the fence, and with a lock that writers hold one at a time until
 * the end of their transaction. A node has one writer. Another may still wait for the database when the node, under the
 * same epoch, opens its data path again; the fence passes both. Without the lock the later one could commit higher
 * numbers first, and a C4I server that reads on from the highest {@code received_id} would never see the lower ones.
 */
final class WritersInTurn {
    /** One row of two empty columns; its parameter is the epoch. */
    static final String FENCE = "SELECT c4i.fence(?), pg_advisory_xact_lock(" + AdvisoryLock.INBOX.keys() + ")";

    private WritersInTurn() {}
}
