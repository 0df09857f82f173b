package org.c4igateway.wan.link.measure;

import java.util.List;

/**
 * State of a link.
 *
 * @param session of this side
 * @param levels counts, FLASH first
 * @param oldestWaitingNanos how long the oldest record has waited, by level, 0 for none
 * @param queuedBytes bytes of waiting records
 * @param retainedFrames frames in flight or kept for absent receivers
 * @param controlWireBytes bytes on the wire of datagrams without a frame
 * @param peers in the order given
 */
public record LinkSnapshot(
        long session,
        List<LevelTally> levels,
        List<Long> oldestWaitingNanos,
        long queuedBytes,
        int retainedFrames,
        long controlWireBytes,
        List<PeerSnapshot> peers) {
    public LinkSnapshot {
        levels = List.copyOf(levels);
        oldestWaitingNanos = List.copyOf(oldestWaitingNanos);
        peers = List.copyOf(peers);
    }
}
