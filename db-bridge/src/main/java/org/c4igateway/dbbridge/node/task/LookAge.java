package org.c4igateway.dbbridge.node.task;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How old what was seen last is, so that nobody takes old numbers for present ones. One thread calls all but
 * {@link #age}, which any may call.
 */
public final class LookAge {
    /** Above it what is shown is to be cleared. Looks that take long follow each other in less. */
    public static final Duration LIMIT = Duration.ofMinutes(10);

    private static final double NANOS = 1e9;

    private final LongSupplier nanoTime;
    private volatile long seenNanos;
    private volatile boolean resting = true;

    /** @param nanoTime a clock that is never set */
    public LookAge(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Shows the age as a gauge, in seconds. */
    public void show(MeterRegistry meters, String name, String description) {
        var _ = Gauge.builder(name, this, shown -> shown.age().toNanos() / NANOS)
                .description(description)
                .register(meters);
    }

    /** It is to be looked at from now on: where nothing was seen yet, the age counts from here. */
    public void begin() {
        if (resting) {
            seen();
        }
    }

    /** All of it was seen just now. */
    public void seen() {
        seenNanos = nanoTime.getAsLong();
        resting = false;
    }

    /** It is not looked at any more. */
    public void rest() {
        resting = true;
    }

    /** @return time since it was seen last; zero while it is not looked at */
    public Duration age() {
        return resting ? Duration.ZERO : Duration.ofNanos(Math.max(0, nanoTime.getAsLong() - seenNanos));
    }

    /** @return whether what was seen last is no longer to be shown */
    public boolean isOld() {
        return age().compareTo(LIMIT) > 0;
    }
}
