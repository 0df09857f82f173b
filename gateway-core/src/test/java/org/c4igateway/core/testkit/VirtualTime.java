package org.c4igateway.core.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Time that passes only when a test says so: the same for the wall clock and for the nanosecond counter, until the
 * clock is set. Thread-safe.
 */
public final class VirtualTime implements InstantSource, LongSupplier {
    /** Where the wall clock of every test starts. */
    public static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

    private final AtomicLong nanos = new AtomicLong();
    private volatile Duration ahead = Duration.ZERO;

    /** Lets time pass. */
    public void advance(Duration duration) {
        nanos.addAndGet(duration.toNanos());
    }

    /** Sets the wall clock by so much; the counter goes on. */
    public void setClockBy(Duration step) {
        ahead = ahead.plus(step);
    }

    /** @return nanoseconds that have passed */
    @Override
    public long getAsLong() {
        return nanos.get();
    }

    @Override
    public Instant instant() {
        return START.plusNanos(nanos.get()).plus(ahead);
    }
}
