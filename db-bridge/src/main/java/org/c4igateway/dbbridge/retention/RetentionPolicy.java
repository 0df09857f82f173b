package org.c4igateway.dbbridge.retention;

import java.time.Duration;

/**
 * How long an interface database keeps what.
 *
 * @param daysAhead partitions kept ready after today's
 * @param outboxDays full days of outbox and delivery log kept after today; a day with a pending row stays in any case
 * @param inboxDays full days of inbox kept after today
 * @param keyHorizon how long a message is recognised as a duplicate; longer than the inbox is kept
 * @param deadLetterAge how long dead letters are kept
 */
public record RetentionPolicy(
        int daysAhead, int outboxDays, int inboxDays, Duration keyHorizon, Duration deadLetterAge) {
    /** A week of rows, a month of identities, a quarter of dead letters. */
    public static final RetentionPolicy DEFAULT =
            new RetentionPolicy(7, 7, 7, Duration.ofDays(30), Duration.ofDays(90));

    public RetentionPolicy {
        if (daysAhead < 1 || outboxDays < 1 || inboxDays < 1) {
            throw new IllegalArgumentException("days must be at least 1");
        }
        if (keyHorizon.compareTo(Duration.ofDays(inboxDays + 1L)) < 0) {
            throw new IllegalArgumentException("identities must be kept longer than the inbox: " + keyHorizon);
        }
        if (deadLetterAge.isNegative()) {
            throw new IllegalArgumentException("negative age: " + deadLetterAge);
        }
    }
}
