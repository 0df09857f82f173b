package org.c4igateway.wan.link.send;

import org.c4igateway.wan.link.settings.LinkSettings;

/**
 * Token bucket that holds one frame: the next may leave when the link has finished with the last one, so nothing queues
 * below. A late call is made good up to a slack, because a thread on a busy machine wakes up some milliseconds late,
 * which is as long as a frame takes at 2 Mbit/s. For as long, a frame may wait in the queue of whatever shapes the
 * link. Time in which there was nothing to send is no credit.
 */
public final class Pacer {
    private static final long BIT_NANOS_PER_BYTE = 8_000_000_000L;

    /** A burst that queues of network devices have room for. */
    private static final int SLACK_BYTES = 32 * 1_024;

    /** Timers are not more exact than this. */
    private static final long LEAST_SLACK_NANOS = 1_000_000;
    /** An urgent frame waits no longer than this for a burst. */
    private static final long MOST_SLACK_NANOS = 10_000_000;

    private long bitsPerSecond;
    private long freeAtNanos;
    private boolean idle;

    public Pacer(LinkSettings.Rate rate, long nowNanos) {
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

    /** The link is free, and there is nothing to send. */
    public void idle() {
        idle = true;
    }

    public void sent(int wireBytes, long nowNanos) {
        long credit = idle ? 0 : slackNanos();
        freeAtNanos = Math.max(freeAtNanos, nowNanos - credit) + nanosFor(wireBytes);
        idle = false;
    }

    private long slackNanos() {
        return Math.clamp(nanosFor(SLACK_BYTES), LEAST_SLACK_NANOS, MOST_SLACK_NANOS);
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
