package org.c4igateway.dbbridge.retention;

/**
 * How long an interface database keeps what, in full days before today by its own clock. The database keeps at least
 * what its owner wrote into {@code c4i.retention_floor}.
 *
 * @param daysAhead partitions kept ready after today's
 * @param outboxDays days of outbox and delivery log; a day with a pending row stays in any case
 * @param inboxDays days of inbox
 * @param identityDays how long a message is recognised as a duplicate; more than {@code inboxDays}
 * @param deadLetterDays days of dead letters
 */
public record RetentionPolicy(int daysAhead, int outboxDays, int inboxDays, int identityDays, int deadLetterDays) {
    /**
     * Partitions ready ahead. Weeks, so that a dump that delays attaching days does no harm; not many, since each read
     * of the outbox opens every partition (two weeks cost a tenth more than one, five weeks twice as much).
     */
    public static final int DAYS_AHEAD = 14;

    /** A week of rows, a month of identities, a quarter of dead letters. */
    public static final RetentionPolicy DEFAULT = new RetentionPolicy(DAYS_AHEAD, 7, 7, 30, 90);

    public RetentionPolicy {
        if (daysAhead < 1 || outboxDays < 1 || inboxDays < 1) {
            throw new IllegalArgumentException("days must be at least 1");
        }
        if (identityDays <= inboxDays) {
            throw new IllegalArgumentException("identities must be kept longer than the inbox: " + identityDays);
        }
        if (deadLetterDays < 0) {
            throw new IllegalArgumentException("negative age: " + deadLetterDays);
        }
    }
}
