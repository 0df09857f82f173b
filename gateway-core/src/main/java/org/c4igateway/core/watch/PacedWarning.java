package org.c4igateway.core.watch;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * Says which of many like events a line of the log tells: one a minute, with the number of those that it did not tell,
 * so that whoever can cause them does not fill the log. Thread-safe.
 */
public final class PacedWarning {
    private static final long PACE_NANOS = Duration.ofMinutes(1).toNanos();

    private final LongSupplier nanos;
    private long toldNanos;
    private long untold;

    /** @param nanos a clock that is never set */
    public PacedWarning(LongSupplier nanos) {
        this.nanos = nanos;
        this.toldNanos = nanos.getAsLong() - PACE_NANOS;
    }

    /**
     * Call it once for each event.
     *
     * @return when this one is told, how many were not since the last that was; else empty
     */
    public synchronized OptionalLong next() {
        long now = nanos.getAsLong();
        if (now - toldNanos < PACE_NANOS) {
            untold++;
            return OptionalLong.empty();
        }
        long others = untold;
        toldNanos = now;
        untold = 0;
        return OptionalLong.of(others);
    }
}
