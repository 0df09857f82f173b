package org.c4igateway.core.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Time that passes only when a test says so: the same for the wall clock and for the nanosecond counter. Thread-safe.
 */
public final class VirtualTime implements InstantSource, LongSupplier {
    /** Where the wall clock of every test starts. */
    public static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

    private final AtomicLong nanos = new AtomicLong();

    /** Lets time pass. */
    public void advance(Duration duration) {
        nanos.addAndGet(duration.toNanos());
    }

    /** @return nanoseconds since {@link #START} */
    @Override
    public long getAsLong() {
        return nanos.get();
    }

    @Override
    public Instant instant() {
        return START.plusNanos(nanos.get());
    }
}
