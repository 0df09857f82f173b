package org.c4igateway.wan.route.outlet;

/**
 * A point in time on two clocks.
 *
 * @param nanos of a clock that never goes back
 * @param epochNanos nanoseconds since the epoch, for comparison with what messages say
 */
public record ClockReading(long nanos, long epochNanos) {
    /** @return the time on the first clock when the second will show {@code epoch}; {@link Long#MAX_VALUE} for never */
    long nanosAt(long epoch) {
        if (epoch == Long.MAX_VALUE) {
            return Long.MAX_VALUE;
        }
        long ahead = epoch - epochNanos;
        long at = nanos + ahead;
        boolean overflow = ((nanos ^ at) & (ahead ^ at)) < 0;
        if (overflow) {
            return ahead > 0 ? Long.MAX_VALUE : Long.MIN_VALUE;
        }
        return at;
    }
}
