package org.c4igateway.dbbridge.retention;

import org.c4igateway.core.fault.InvalidSettingException;

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
     * Partitions ready ahead. Weeks, so that a dump that delays attaching days does no harm; not many, since a reader
     * of the outbox that is behind opens every partition.
     */
    public static final int DAYS_AHEAD = 14;

    public RetentionPolicy {
        InvalidSettingException.require(daysAhead >= 1, "days-ahead", daysAhead, "at least 1");
        InvalidSettingException.require(outboxDays >= 1, "outbox-days", outboxDays, "at least 1");
        InvalidSettingException.require(inboxDays >= 1, "inbox-days", inboxDays, "at least 1");
        InvalidSettingException.require(
                identityDays > inboxDays, "identity-days", identityDays, "more than inbox-days");
        InvalidSettingException.require(deadLetterDays >= 0, "dead-letter-days", deadLetterDays, "at least 0");
    }
}
