package org.c4igateway.wan.link.receive;

/**
 * Decides when to send feedback to one peer: at once when the peer asks or an urgent frame is missing, within a small
 * reserve; otherwise at a rate that follows from the feedback share and the round trip.
 */
public final class FeedbackTimer {
    private static final int RESERVE = 4;
    private static final int PER_ROUND_TRIP = 8;

    /** How much longer the link takes for a part, about. */
    private static final int PART_COSTS = 4;

    private boolean pending;
    private boolean telling;
    private boolean urgent;
    private long costNanos;
    private long paidAtNanos;
    private long gapNanos;
    private long lastNanos;

    public FeedbackTimer(long nowNanos) {
        paidAtNanos = nowNanos;
        lastNanos = nowNanos;
    }

    /**
     * Sets the cost of feedback.
     *
     * @param cost time the link takes for one, divided by the share of the link
     * @param roundTrip to this peer
     */
    public void adapt(long cost, long roundTrip) {
        costNanos = cost;
        gapNanos = roundTrip / PER_ROUND_TRIP;
    }

    /** Something came that deserves an answer. */
    public void heard(boolean atOnce) {
        pending = true;
        urgent |= atOnce;
    }

    /** From when on a datagram may go out for it alone, {@link Long#MAX_VALUE} for never. */
    public long dueAtNanos() {
        if (!pending) {
            return Long.MAX_VALUE;
        }
        if (urgent) {
            return paidAtNanos - RESERVE * costNanos;
        }
        return telling ? paidAtNanos : Math.max(paidAtNanos, lastNanos + gapNanos);
    }

    public long costNanos() {
        return costNanos;
    }

    public boolean isPending() {
        return pending;
    }

    public boolean isUrgent() {
        return pending && urgent;
    }

    public boolean isDue(long nowNanos) {
        return nowNanos >= dueAtNanos();
    }

    /** It was told; with data that went out anyway it costs little. */
    public void told(boolean withData, long nowNanos) {
        pending = false;
        telling = false;
        urgent = false;
        lastNanos = nowNanos;
        paidAtNanos = Math.max(paidAtNanos, nowNanos) + (withData ? costNanos / PER_ROUND_TRIP : costNanos);
    }

    /** A part was told. The next one follows as soon as this one is paid for: parts are larger than other feedback. */
    public void toldPart(long nowNanos) {
        pending = true;
        telling = true;
        urgent = false;
        paidAtNanos = Math.max(paidAtNanos, nowNanos) + PART_COSTS * costNanos;
    }
}
