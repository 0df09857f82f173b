package org.c4igateway.core.flow;

/** Steps of the data path between which a process may die without loss; named in fault tests. */
public enum Step {
    /** Rows are read from the outbox and are in memory only. */
    CLAIMED,
    /** The middleware has accepted messages; no receipt yet. */
    SENT,
    /** The inbox transaction has committed; no receipt sent yet. */
    INBOX_COMMITTED,
    /** A receipt has arrived; the delivery log does not know yet. */
    RECEIPT_TAKEN,
    /** Rows of a table elsewhere are read; the outbox does not know yet. */
    TABLE_READ,
    /** They are in the outbox, and not marked where they came from. */
    TABLE_SUBMITTED,
    /** They are marked there as well. */
    TABLE_MARKED,
    /** Final states are written into rows of a table elsewhere; here they still wait for it. */
    TABLE_SETTLED,
    /** Received messages are in a table elsewhere; their position is not saved. */
    TABLE_INSERTED,
    /** The position is saved as well. */
    TABLE_POSITIONED
}
