package org.c4igateway.lab.testbed;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Waits between two looks at something that gives no signal. */
public final class Pause {
    private static final Duration SHORT = Duration.ofMillis(100);

    private Pause() {}

    /** Waits a tenth of a second. */
    public static void shortly() throws InterruptedException {
        of(SHORT);
    }

    /** Waits as long, or longer by what the scheduler takes. */
    public static void of(Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }
}
