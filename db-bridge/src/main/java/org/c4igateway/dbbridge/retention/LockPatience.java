package org.c4igateway.dbbridge.retention;

import java.time.Duration;

/**
 * How long to wait for the lock of a default partition; longer each time that rows stay in one, or days run short.
 *
 * @param value at most 2 s
 */
record LockPatience(Duration value) {
    static final LockPatience FIRST = new LockPatience(Duration.ofMillis(100));

    private static final Duration LAST = Duration.ofSeconds(2);
    /** With fewer days ahead a new one is worth that others wait a moment. */
    private static final int ENOUGH_DAYS = 2;

    /** @return that of the next run, after one that left this state behind */
    LockPatience after(MaintenanceState state) {
        if (state.strayRows() == 0 && state.daysAhead() >= ENOUGH_DAYS) {
            return FIRST;
        }
        Duration longer = value.multipliedBy(2);
        return new LockPatience(longer.compareTo(LAST) < 0 ? longer : LAST);
    }
}
