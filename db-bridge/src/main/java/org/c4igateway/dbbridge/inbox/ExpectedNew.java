package org.c4igateway.dbbridge.inbox;

/**
 * Whether the next batch is written as if the inbox had none of its messages, which is cheaper and nearly always so.
 * After a batch of which it had one, others of that kind are likely. Used by one thread.
 */
final class ExpectedNew {
    private static final int CAREFUL_BATCHES = 16;

    private int careful;

    boolean next() {
        if (careful == 0) {
            return true;
        }
        careful--;
        return false;
    }

    /** The inbox had a message of the last batch. */
    void failed() {
        careful = CAREFUL_BATCHES;
    }
}
