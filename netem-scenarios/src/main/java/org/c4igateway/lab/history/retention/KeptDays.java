package org.c4igateway.lab.history.retention;

/**
 * What a database keeps, in full days before today.
 *
 * @param outbox days of outbox and delivery log
 * @param inbox days of inbox
 * @param identities days of identities of received messages
 * @param deadLetters days of dead letters
 * @param late days after which what is old must be gone, at the latest
 */
public record KeptDays(int outbox, int inbox, int identities, int deadLetters, int late) {
    /** Days of this table. */
    int of(String table) {
        return switch (table) {
            case RetentionHistory.OUTBOX -> outbox;
            case RetentionHistory.INBOX -> inbox;
            case RetentionHistory.IDENTITIES -> identities;
            case RetentionHistory.DEAD_LETTERS -> deadLetters;
            default -> throw new IllegalArgumentException("nothing is removed from " + table);
        };
    }
}
