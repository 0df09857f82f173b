package org.c4igateway.wan.link.measure;

/** When the last packets were sent. Grows up to a bound; what is older is forgotten. */
public final class SentTimes {
    public static final long UNKNOWN = Long.MIN_VALUE;

    private static final int MOST = 1 << 18;
    private static final int FIRST = 1 << 8;

    private long[] times = new long[FIRST];
    private boolean[] asking = new boolean[FIRST];
    private long next;
    private long oldest;

    /**
     * A packet was sent; they are numbered without gaps.
     *
     * @param asks whether it deserves an answer soon
     */
    public void sent(long packet, boolean asks, long nowNanos) {
        if (packet - oldest >= times.length) {
            if (times.length < MOST) {
                grow();
            } else {
                oldest = packet - times.length + 1;
            }
        }
        times[slot(packet)] = nowNanos;
        asking[slot(packet)] = asks;
        next = packet + 1;
    }

    /** Times below are not asked for again. */
    public void forgetBelow(long packet) {
        oldest = Math.clamp(packet, oldest, next);
    }

    /** @return {@link #UNKNOWN} when not known, or forgotten */
    public long at(long packet) {
        return packet < oldest || packet >= next ? UNKNOWN : times[slot(packet)];
    }

    /** Whether a packet whose time is known deserved an answer soon. */
    public boolean asked(long packet) {
        return asking[slot(packet)];
    }

    private void grow() {
        long[] oldTimes = times;
        boolean[] oldAsking = asking;
        times = new long[oldTimes.length * 2];
        asking = new boolean[times.length];
        for (long packet = oldest; packet < next; packet++) {
            int slot = (int) (packet & (oldTimes.length - 1));
            times[slot(packet)] = oldTimes[slot];
            asking[slot(packet)] = oldAsking[slot];
        }
    }

    private int slot(long packet) {
        return (int) (packet & (times.length - 1));
    }
}
