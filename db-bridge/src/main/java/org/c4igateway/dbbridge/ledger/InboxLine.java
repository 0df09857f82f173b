package org.c4igateway.dbbridge.ledger;

/**
 * Counts of messages from one origin.
 *
 * @param origin system that submitted the messages; empty for malformed messages
 * @param received in the inbox
 * @param duplicates arrived again and suppressed
 * @param parked in the dead letters
 */
public record InboxLine(String origin, long received, long duplicates, long parked) {}
