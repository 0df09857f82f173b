package org.c4igateway.dds.transport.presence;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The time of writing that samples of this process carry. It follows the wall clock forwards. When the wall clock is
 * set back, it goes on at the pace of the monotonic clock, so that what is written later never looks older. No two
 * times are equal, so that a time tells which sample is meant. Safe for any thread.
 */
public final class SourceClock {
    /** Times differ by this at least. OpenDDS keeps microseconds only. */
    static final long STEP_NANOS = 4_000;

    private final InstantSource wall;
    private final LongSupplier ticks;
    private final AtomicLong ahead = new AtomicLong(Long.MIN_VALUE);
    private final AtomicLong last = new AtomicLong(Long.MIN_VALUE);

    /** @param ticks a clock that never goes back, nanoseconds */
    public SourceClock(InstantSource wall, LongSupplier ticks) {
        this.wall = wall;
        this.ticks = ticks;
    }

    /** @return nanoseconds since the epoch; more than any value returned before */
    public long nanos() {
        Instant now = wall.instant();
        long tick = ticks.getAsLong();
        long epoch = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
        long time = tick + ahead.accumulateAndGet(epoch - tick, Math::max);
        return last.accumulateAndGet(time, (before, next) -> Math.max(before + STEP_NANOS, next));
    }
}
