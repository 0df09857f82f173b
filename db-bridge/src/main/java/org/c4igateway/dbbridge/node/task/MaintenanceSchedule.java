package org.c4igateway.dbbridge.node.task;

import java.time.Duration;
import java.time.LocalDate;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * When to tidy: as soon as the node is active, then each hour and when a day begins, and each minute while the last run
 * left something undone. One thread at a time.
 */
public final class MaintenanceSchedule {
    static final Duration INTERVAL = Duration.ofHours(1);
    static final Duration RETRY = Duration.ofMinutes(1);

    private final LongSupplier nanoTime;
    private boolean active;
    private long dueNanos;
    private @Nullable LocalDate day;

    /** @param nanoTime a clock that is never set */
    public MaintenanceSchedule(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * Whether to tidy now.
     *
     * @param today by the clock of the database; null while it is not known
     */
    public boolean due(boolean nowActive, @Nullable LocalDate today) {
        boolean begins = today != null && day != null && !today.equals(day);
        if (nowActive && (!active || begins)) {
            dueNanos = nanoTime.getAsLong();
        }
        active = nowActive;
        day = today != null ? today : day;
        return active && nanoTime.getAsLong() - dueNanos >= 0;
    }

    /** @param complete whether the run left nothing that another one soon could do */
    public void ran(boolean complete) {
        dueNanos = nanoTime.getAsLong() + (complete ? INTERVAL : RETRY).toNanos();
    }
}
