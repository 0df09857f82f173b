package org.c4igateway.wan.link.measure;

/**
 * Number of later packets that must arrive before an earlier one counts as lost. Starts at zero, because most narrow
 * links keep the order; grows with each unnecessary repair, and shrinks slowly.
 */
public final class ReorderTolerance {
    private static final long MOST = 1_024;
    private static final int RELAX_AFTER = 2_048;

    private long packets;
    private long since;

    public long packets() {
        return packets;
    }

    /** A packet that counted as lost arrived. */
    public void needless(long packetsBehind) {
        packets = Math.clamp(packetsBehind + 1, packets, MOST);
        since = 0;
    }

    /** So many packets were acknowledged. */
    public void acked(long count) {
        since += count;
        if (since >= RELAX_AFTER) {
            since = 0;
            packets /= 2;
        }
    }
}
