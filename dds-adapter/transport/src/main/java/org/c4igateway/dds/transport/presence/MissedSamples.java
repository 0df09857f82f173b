package org.c4igateway.dds.transport.presence;

/**
 * Samples in a row that found no way open.
 *
 * @param writtenNanos the latest time of writing among them, by their sender's {@link SourceClock}
 * @param firstTick when the first one came, by a clock that never goes back, nanoseconds
 * @param lastTick when the last one came
 */
record MissedSamples(long writtenNanos, long firstTick, long lastTick) {
    MissedSamples with(MissedSamples later) {
        return later.lastTick - lastTick >= GreetedSenders.ALARM.toNanos()
                ? later
                : new MissedSamples(Math.max(writtenNanos, later.writtenNanos), firstTick, later.lastTick);
    }

    /** What comes for longer is not what was on the way when the route changed; its time may be wrong. */
    boolean counts(long now) {
        return now - lastTick < GreetedSenders.ALARM.toNanos() && now - firstTick < GreetedSenders.PATIENCE.toNanos();
    }
}
