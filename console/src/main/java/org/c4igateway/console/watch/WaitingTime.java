package org.c4igateway.console.watch;

import java.time.Duration;
import java.time.Instant;

/**
 * Waiting time in a convenient unit.
 *
 * @param amount whole units
 * @param unit key of its text: {@code seconds}, {@code minutes}, {@code hours} or {@code days}
 */
public record WaitingTime(long amount, String unit) {
    private static final int TURN = 2;

    /** Never negative: clocks may differ. */
    public static WaitingTime between(Instant then, Instant now) {
        Duration age = Duration.between(then, now);
        if (age.toDays() >= TURN) {
            return new WaitingTime(age.toDays(), "days");
        }
        if (age.toHours() >= TURN) {
            return new WaitingTime(age.toHours(), "hours");
        }
        return age.toMinutes() >= TURN
                ? new WaitingTime(age.toMinutes(), "minutes")
                : new WaitingTime(Math.max(0, age.toSeconds()), "seconds");
    }
}
