package org.c4igateway.dbbridge.outbox;

import java.util.concurrent.TimeUnit;

/**
 * When the signal wakes readers by itself: a few times, further and further apart, after they have gone quiet. One
 * thread.
 */
final class SignalPace {
    /** Readers count as polling for so long after the last row; shorter than they really poll fast. */
    private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** While one reader polls, the others are woken that often. */
    private static final long OTHERS_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final int LONGEST_WAIT_MILLIS = 100;
    private static final long[] ECHO_MILLIS = {10, 30, 60, 100, 150};

    private long quietSinceNanos;
    private int echo = ECHO_MILLIS.length;

    /** @return how long readers go on polling by themselves; 0 when they do not */
    static long pollingNanos(long rowsSeenNanos, long nowNanos) {
        return Math.max(0, rowsSeenNanos + QUIET_NANOS - nowNanos);
    }

    /** @return when to wake the readers that do not poll, while others go on polling for {@code pollingNanos} */
    static long othersNanos(long pollingNanos) {
        return Math.min(pollingNanos, OTHERS_NANOS);
    }

    /** The advisory lock was just given back. */
    void wentQuiet(long nowNanos) {
        quietSinceNanos = nowNanos;
        echo = 0;
    }

    /** @return how long to wait for a notification, in milliseconds, at least 1 */
    int waitMillis(long nowNanos) {
        if (echo == ECHO_MILLIS.length) {
            return LONGEST_WAIT_MILLIS;
        }
        long leftNanos = quietSinceNanos + TimeUnit.MILLISECONDS.toNanos(ECHO_MILLIS[echo]) - nowNanos;
        return Math.clamp(TimeUnit.NANOSECONDS.toMillis(leftNanos) + 1, 1, LONGEST_WAIT_MILLIS);
    }

    /** @return whether readers are to be woken now; true once for each time that was due */
    boolean isEchoDue(long nowNanos) {
        if (echo == ECHO_MILLIS.length
                || nowNanos - quietSinceNanos < TimeUnit.MILLISECONDS.toNanos(ECHO_MILLIS[echo])) {
            return false;
        }
        echo++;
        return true;
    }
}
