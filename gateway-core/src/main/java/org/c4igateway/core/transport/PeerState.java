package org.c4igateway.core.transport;

/**
 * State of a peer as its transport knows it.
 *
 * @param reachable whether a send has a chance now; may end and return within one epoch, as when a peer is silent for a
 *     while
 * @param epoch grows each time the peer was lost or restarted; what was accepted for it in an older epoch may be lost
 *     and is sent again from the outbox before anything newer, so that order is kept
 */
public record PeerState(boolean reachable, long epoch) {
    /** A peer never seen. */
    public static final PeerState UNKNOWN = new PeerState(false, 0);
}
