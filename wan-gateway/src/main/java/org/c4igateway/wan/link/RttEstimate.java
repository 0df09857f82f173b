package org.c4igateway.wan.link;

/** Smoothed time between a datagram and its answer, and its variation, as in RFC 6298. */
final class RttEstimate {
    /** Before the first sample. A satellite takes longer and a LAN shorter; the first sample corrects both. */
    static final long INITIAL_NANOS = 500_000_000L;

    private long smoothed = INITIAL_NANOS;
    private long variation = INITIAL_NANOS / 4;
    private boolean sampled;

    void sample(long nanos) {
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

    boolean isSampled() {
        return sampled;
    }

    long smoothedNanos() {
        return smoothed;
    }

    /** By when an answer should be here. */
    long timeoutNanos(long granularityNanos) {
        return smoothed + Math.max(4 * variation, granularityNanos);
    }
}
