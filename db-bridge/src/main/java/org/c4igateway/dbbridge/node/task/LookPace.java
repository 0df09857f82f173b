package org.c4igateway.dbbridge.node.task;

import java.util.function.LongSupplier;

/**
 * Keeps what repeated looks cost within a share of the time: after one that took long, the next ones are left out. One
 * thread at a time.
 */
public final class LookPace {
    /** A look may take one in so many parts of the time. */
    private static final int SHARE = 20;

    private final LongSupplier nanoTime;
    private long dueNanos;

    /** @param nanoTime a clock that is never set */
    public LookPace(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.dueNanos = nanoTime.getAsLong();
    }

    /**
     * Looks, unless it is too early for that.
     *
     * @return whether it has looked
     */
    public boolean look(Runnable look) {
        long start = nanoTime.getAsLong();
        if (start - dueNanos < 0) {
            return false;
        }
        try {
            look.run();
            return true;
        } finally {
            long end = nanoTime.getAsLong();
            dueNanos = end + (SHARE - 1) * (end - start);
        }
    }
}
