package org.c4igateway.dbbridge.node.task;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * When to tidy: as soon as the node is active, then each hour, and each minute while the last run left something
 * undone. One thread at a time.
 */
public final class MaintenanceSchedule {
    static final Duration INTERVAL = Duration.ofHours(1);
    static final Duration RETRY = Duration.ofMinutes(1);

    private final LongSupplier nanoTime;
    private boolean active;
    private long dueNanos;

    /** @param nanoTime a clock that is never set */
    public MaintenanceSchedule(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    public boolean due(boolean nowActive) {
        if (nowActive && !active) {
            dueNanos = nanoTime.getAsLong();
        }
        active = nowActive;
        return active && nanoTime.getAsLong() - dueNanos >= 0;
    }

    /** @param complete whether the run left nothing that another one soon could do */
    public void ran(boolean complete) {
        dueNanos = nanoTime.getAsLong() + (complete ? INTERVAL : RETRY).toNanos();
    }
}
