package org.c4igateway.wan.link.send;

import org.c4igateway.wan.link.settings.LinkSettings;

/**
 * Token bucket that holds one frame: the next may leave when the link has finished with the last one, so nothing queues
 * below. A late call is made good up to a slack, so that coarse timers do not cost throughput.
 */
public final class Pacer {
    private static final long BIT_NANOS_PER_BYTE = 8_000_000_000L;

    private final long slackNanos;
    private long bitsPerSecond;
    private long freeAtNanos;

    public Pacer(LinkSettings.Rate rate, long nowNanos) {
        this.slackNanos = rate.slackNanos();
        this.bitsPerSecond = rate.bitsPerSecond();
        this.freeAtNanos = nowNanos;
    }

    public void rate(long bits) {
        bitsPerSecond = bits;
    }

    public boolean isReady(long nowNanos) {
        return nowNanos >= freeAtNanos;
    }

    /** When the next datagram may leave. */
    public long freeAtNanos() {
        return freeAtNanos;
    }

    public void sent(int wireBytes, long nowNanos) {
        freeAtNanos = Math.max(freeAtNanos, nowNanos - slackNanos) + nanosFor(wireBytes);
    }

    /** How long the link takes to send this. */
    public long nanosFor(int wireBytes) {
        return wireBytes * BIT_NANOS_PER_BYTE / bitsPerSecond;
    }

    /** How many bytes the link sends in this time. */
    public double bytesIn(long nanos) {
        return (double) nanos * bitsPerSecond / BIT_NANOS_PER_BYTE;
    }
}
