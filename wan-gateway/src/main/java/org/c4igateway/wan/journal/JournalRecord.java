package org.c4igateway.wan.journal;

/**
 * A record of a journal.
 *
 * @param id number that gives the order, above 0
 * @param storedNanos when it was first taken, nanoseconds since the epoch
 * @param bytes handed over and not changed by anybody
 * @param resent whether its origin sends it again until it gets a receipt
 */
public record JournalRecord(long id, long storedNanos, byte[] bytes, boolean resent) {
    public JournalRecord {
        if (id < 1) {
            throw new IllegalArgumentException("numbers begin at 1: " + id);
        }
    }
}
