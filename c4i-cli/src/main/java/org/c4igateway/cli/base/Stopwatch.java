package org.c4igateway.cli.base;

import java.time.Duration;
import java.util.Locale;

/** Time since it was made, for people. */
public final class Stopwatch {
    private final long startNanos = System.nanoTime();

    public Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.1f s", (System.nanoTime() - startNanos) / 1e9);
    }
}
