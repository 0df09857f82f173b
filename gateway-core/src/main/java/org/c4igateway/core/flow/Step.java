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
    RECEIPT_TAKEN
}
