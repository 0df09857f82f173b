package org.c4igateway.core.fault;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Pauses between tries after transient faults. They double from the first to the longest. Each is shortened at random
 * by up to a half, so that many nodes do not return at the same moment. For a thread that waits out the pauses.
 */
public final class BackOff {
    private final long firstMillis;
    private final long maxMillis;
    private long nextMillis;

    /**
     * @param first at least 1 ms
     * @param max not below {@code first}
     */
    public BackOff(Duration first, Duration max) {
        if (first.toMillis() < 1 || max.compareTo(first) < 0) {
            throw new IllegalArgumentException("pauses from " + first + " to " + max);
        }
        this.firstMillis = first.toMillis();
        this.maxMillis = max.toMillis();
        this.nextMillis = firstMillis;
    }

    /** @return the next pause */
    public long nextMillis() {
        long pause = nextMillis;
        nextMillis = Math.min(maxMillis, pause * 2);
        return pause - ThreadLocalRandom.current().nextLong(pause / 2 + 1);
    }

    /** After a success; the next pause is the first again. */
    public void reset() {
        nextMillis = firstMillis;
    }
}
