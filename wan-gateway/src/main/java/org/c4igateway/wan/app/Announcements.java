package org.c4igateway.wan.app;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a participant of a link sends to be found, beside what the engine paces: how often, and how much of the rate it
 * takes. One announcement takes 314 bytes on the wire from a host whose name has two letters (Cyclone DDS 11.0.1, by
 * capture), and one more for each further letter.
 */
final class Announcements {
    private static final long BITS = 400 * 8;
    private static final double SHARE = 0.005;
    private static final long SHORTEST_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(30);

    private Announcements() {}

    /** Rare enough for the link, often enough to be found soon when many are lost. */
    static Duration interval(@Nullable Duration wanted, long bitsPerSecond) {
        if (wanted != null) {
            return wanted;
        }
        double seconds = BITS / (SHARE * bitsPerSecond);
        return Duration.ofNanos(Math.clamp((long) (seconds * 1e9), SHORTEST_NANOS, LONGEST_NANOS));
    }

    /** What is left of the rate, so that the queue of whatever shapes the link does not grow. */
    static long rest(Duration interval, long bitsPerSecond) {
        double taken = BITS / (interval.toNanos() / 1e9);
        return Math.max(bitsPerSecond / 2, (long) (bitsPerSecond - taken));
    }
}
