package org.c4igateway.jms.client;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Pauses that grow by half from the first to the longest, each shortened at random by up to a half. Used by one thread.
 */
public final class BackOff {
    private final long firstMillis;
    private final long maxMillis;
    private long nextMillis;

    public BackOff(Duration first, Duration max) {
        this.firstMillis = first.toMillis();
        this.maxMillis = max.toMillis();
        this.nextMillis = firstMillis;
    }

    /** @return the next pause */
    public long nextMillis() {
        long pause = nextMillis;
        nextMillis = Math.min(maxMillis, pause + pause / 2 + 1);
        return pause - ThreadLocalRandom.current().nextLong(pause / 2 + 1);
    }

    public void reset() {
        nextMillis = firstMillis;
    }
}
