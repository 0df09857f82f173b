package org.c4igateway.wan.link.measure;

/** Smoothed time between a datagram and its answer, and its variation, as in RFC 6298. */
public final class RttEstimate {
    /** Before the first sample. A satellite takes longer and a LAN shorter; the first sample corrects both. */
    static final long INITIAL_NANOS = 500_000_000L;

    private long smoothed = INITIAL_NANOS;
    private long variation = INITIAL_NANOS / 4;
    private boolean sampled;

    public void sample(long nanos) {
        long value = Math.max(1, nanos);
        if (!sampled) {
            sampled = true;
            smoothed = value;
            variation = value / 2;
            return;
        }
        variation += (Math.abs(smoothed - value) - variation) / 4;
        smoothed += (value - smoothed) / 8;
    }

    public boolean isSampled() {
        return sampled;
    }

    public long smoothedNanos() {
        return smoothed;
    }

    /** By when an answer should be here. */
    public long timeoutNanos(long granularityNanos) {
        return smoothed + Math.max(4 * variation, granularityNanos);
    }
}
