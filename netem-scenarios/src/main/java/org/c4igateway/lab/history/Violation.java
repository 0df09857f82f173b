package org.c4igateway.lab.history;

/**
 * Something in a history that must not be.
 *
 * @param kind what it is
 * @param place system or pair of systems
 * @param text what was found there, with the number of the row
 */
public record Violation(Kind kind, String place, String text) {
    /** What can be wrong. */
    public enum Kind {
        /** Final state says delivered; the inbox does not have it. */
        LOST,
        /** In the inbox more than once. */
        DOUBLED,
        /** In the inbox with other fields or other bytes. */
        ALTERED,
        /** In the inbox before an older one of the same origin, topic and precedence. */
        OUT_OF_ORDER,
        /** In the inbox, and never submitted for that destination. */
        UNKNOWN,
        /** Without a final state. */
        UNSETTLED,
        /** With another final state than expected. */
        WRONG_STATE,
        /** In the inbox although its final state says that it is not. */
        UNDUE,
        /** Two rows of the outbox, or two final states, of one number. */
        AMBIGUOUS,
        /** In the inbox, and its server that reads on by {@code received_id} never saw it. */
        SKIPPED,
        /** The server that reads on saw a number that is not above the one before. */
        READ_BACKWARDS,
        /** The server read it, but it is no longer in the inbox. */
        VANISHED,
        /** One {@code received_id} for two messages. */
        REUSED_ID,
        /** A ledger that does not balance, or differs from its rows. */
        LEDGER,
        /** The server was told that it is committed; the outbox does not have it, or has other bytes. */
        FORGOTTEN,
        /** Rows were pending for longer after the last fault than they may. */
        LATE,
        /** A node holds more threads, descriptors or connections than it may. */
        UNBOUNDED,
        /** Removed while it had no final state, or before its retention was over. */
        REMOVED_EARLY,
        /** A day is there well after its retention is over. */
        KEPT_LATE
    }

    @Override
    public String toString() {
        return place + ": " + kind + ": " + text;
    }
}
