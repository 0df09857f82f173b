package org.c4igateway.wan.link.measure;

/**
 * State of one peer.
 *
 * @param name as given
 * @param up whether both directions work
 * @param session its present session, 0 when never heard
 * @param roundTripNanos smoothed
 * @param loss share of this side's datagrams that it did not get lately, 0 to 1
 * @param waitingFrames kept because one before them is missing
 * @param received what came from it
 */
public record PeerSnapshot(
        String name,
        boolean up,
        long session,
        long roundTripNanos,
        double loss,
        int waitingFrames,
        ReceiveCounts.Tally received) {}
