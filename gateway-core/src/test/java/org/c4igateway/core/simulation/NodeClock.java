package org.c4igateway.core.simulation;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.c4igateway.core.testkit.VirtualTime;

/** The wall clock of one machine, which is set now and then, and the counter of one process, which is not. */
final class NodeClock implements InstantSource {
    private final LongSupplier trueNanos;
    private long aheadNanos;

    NodeClock(LongSupplier trueNanos) {
        this.trueNanos = trueNanos;
    }

    /** Somebody or something sets the clock. */
    void set(long nanosAhead) {
        aheadNanos = nanosAhead;
    }

    @Override
    public Instant instant() {
        return VirtualTime.START.plusNanos(trueNanos.getAsLong() + aheadNanos);
    }

    /** @return the counter of a process that starts now: it begins anywhere */
    LongSupplier counter(long begin) {
        return () -> trueNanos.getAsLong() + begin;
    }
}
