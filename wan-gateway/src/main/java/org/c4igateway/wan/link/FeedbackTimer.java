package org.c4igateway.wan.link;

/**
 * When to tell one peer what was received. At once when it asks or something urgent is missing, as far as a small
 * reserve lasts; otherwise as often as the share of the link allows and the round trip makes sense.
 */
final class FeedbackTimer {
    private static final int RESERVE = 4;
    private static final int PER_ROUND_TRIP = 8;

    private boolean pending;
    private boolean urgent;
    private long costNanos;
    private long paidAtNanos;
    private long gapNanos;
    private long lastNanos;

    FeedbackTimer(long nowNanos) {
        paidAtNanos = nowNanos;
        lastNanos = nowNanos;
    }

    /**
     * How dear feedback is.
     *
     * @param cost time the link takes for one, divided by the share of the link
     * @param roundTrip to this peer
     */
    void adapt(long cost, long roundTrip) {
        costNanos = cost;
        gapNanos = roundTrip / PER_ROUND_TRIP;
    }

    /** Something came that deserves an answer. */
    void heard(boolean atOnce) {
        pending = true;
        urgent |= atOnce;
    }

    /** From when on a datagram may go out for it alone, {@link Long#MAX_VALUE} for never. */
    long dueAtNanos() {
        if (!pending) {
            return Long.MAX_VALUE;
        }
        return urgent ? paidAtNanos - RESERVE * costNanos : Math.max(paidAtNanos, lastNanos + gapNanos);
    }

    long costNanos() {
        return costNanos;
    }

    boolean isPending() {
        return pending;
    }

    boolean isUrgent() {
        return pending && urgent;
    }

    boolean isDue(long nowNanos) {
        return nowNanos >= dueAtNanos();
    }

    /** It was told; with data that went out anyway it costs little. */
    void told(boolean withData, long nowNanos) {
        pending = false;
        urgent = false;
        lastNanos = nowNanos;
        paidAtNanos = Math.max(paidAtNanos, nowNanos) + (withData ? costNanos / PER_ROUND_TRIP : costNanos);
    }
}
