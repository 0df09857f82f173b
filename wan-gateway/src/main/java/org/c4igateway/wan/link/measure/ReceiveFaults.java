package org.c4igateway.wan.link.measure;

/**
 * What was not taken from one peer.
 *
 * @param oversized records above the bound
 * @param beyondWindow frames too far ahead to be kept; they are repaired later
 * @param unreadable frames whose body could not be taken apart; they count as received
 * @param notAccepted frames before the peer had said that it knows this session
 * @param staleSession datagrams of a session that has been replaced
 * @param implausible feedback about what was never sent
 */
public record ReceiveFaults(
        long oversized, long beyondWindow, long unreadable, long notAccepted, long staleSession, long implausible) {}
