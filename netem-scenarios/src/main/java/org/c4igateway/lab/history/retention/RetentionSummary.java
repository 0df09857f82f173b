package org.c4igateway.lab.history.retention;

/**
 * What retention removed from one database.
 *
 * @param daysPassed by its clock
 * @param outboxDays partitions of the outbox that were dropped, each with that of its final states
 * @param outboxRows their rows
 * @param inboxDays partitions of the inbox that were dropped
 * @param inboxRows their rows
 * @param identities of received messages
 * @param deadLetters parked messages
 */
public record RetentionSummary(
        long daysPassed,
        long outboxDays,
        long outboxRows,
        long inboxDays,
        long inboxRows,
        long identities,
        long deadLetters) {}
