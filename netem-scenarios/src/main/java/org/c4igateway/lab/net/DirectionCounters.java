package org.c4igateway.lab.net;

/**
 * What one direction of an impaired link has done since it was last {@linkplain ImpairedLink#impair set}.
 *
 * @param shapedPackets packets that passed the shaper; 0 without one
 * @param shapedBytes their Ethernet frames
 * @param queueDrops packets that found the queue full
 * @param lossSeen packets that reached the place of loss
 * @param lost packets of those that vanished
 * @param duplicated packets sent on twice
 */
public record DirectionCounters(
        long shapedPackets, long shapedBytes, long queueDrops, long lossSeen, long lost, long duplicated) {
    /** Nothing yet. */
    public static final DirectionCounters ZERO = new DirectionCounters(0, 0, 0, 0, 0, 0);

    /** Share of packets that vanished at the place of loss; 0 when none came. */
    public double lossShare() {
        return lossSeen == 0 ? 0 : (double) lost / lossSeen;
    }
}
