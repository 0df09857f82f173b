package org.c4igateway.wan.journal;

/**
 * A record of a journal.
 *
 * @param id number that gives the order, above 0
 * @param storedNanos when it was first taken, nanoseconds since the epoch
 * @param bytes handed over and never changed
 */
public record Kept(long id, long storedNanos, byte[] bytes) {
    public Kept {
        if (id < 1) {
            throw new IllegalArgumentException("numbers begin at 1: " + id);
        }
    }
}
