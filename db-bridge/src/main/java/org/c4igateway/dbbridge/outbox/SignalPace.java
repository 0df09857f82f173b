package org.c4igateway.dbbridge.outbox;

import java.util.concurrent.TimeUnit;

/**
 * When readers poll by themselves instead of being told of each commit, and when the signal wakes them by itself: in
 * short intervals while they poll, and a few times, further and further apart, after that. PostgreSQL commits
 * transactions that notify one after the other, each with its wait for the disk or a standby; so readers poll as soon
 * as two of them meet. They poll as well when there are many, because each wakes all readers. One thread.
 */
final class SignalPace {
    /** Notifications are counted for so long. */
    private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** More of them in a window let the readers poll. */
    private static final int MOST_NOTIFICATIONS = 25;

    /** Readers poll no longer when they have found nothing for so long. */
    static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** After so long it tries whether commits may notify again; if they are still many, they show it at once. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** While readers poll, those that do not are woken that often. */
    static final long OTHERS_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final int LONGEST_WAIT_MILLIS = 100;
    private static final long[] ECHO_MILLIS = {10, 30, 60, 100, 150};

    private boolean polling;
    private long pollingSinceNanos;
    private long windowNanos;
    private int notified;
    private int notifiedBefore;
    private boolean queued;
    private long rowsNanos;
    private long quietSinceNanos;
    private int echo = ECHO_MILLIS.length;

    SignalPace(long nowNanos) {
        windowNanos = nowNanos;
    }

    /**
     * Notifications have come.
     *
     * @param isNext whether another transaction that notifies was committing then
     */
    void notified(int notifications, boolean isNext) {
        notified += notifications;
        queued |= isNext;
    }

    /**
     * @param rowsSeenNanos when a reader last found rows
     * @param shared whether other processes have readers, too: whichever of these polls keeps the notifications from
     *     all, so readers poll as long as there are rows
     * @return whether readers poll by themselves from now on; also when they have found rows and no notification came.
     *     Never without rows: a node that stands by has no readers, and leaves the lock to the one that serves
     */
    boolean isPolling(long rowsSeenNanos, boolean shared, long nowNanos) {
        boolean found = rowsSeenNanos != rowsNanos;
        rowsNanos = rowsSeenNanos;
        if (nowNanos - windowNanos >= WINDOW_NANOS) {
            windowNanos = nowNanos;
            notifiedBefore = notified;
            notified = 0;
            queued = false;
        }
        boolean hasRows = nowNanos - rowsNanos < QUIET_NANOS;
        if (polling) {
            polling = hasRows && (shared || nowNanos - pollingSinceNanos < LONGEST_NANOS);
        } else if (hasRows) {
            boolean untold = found && notified + notifiedBefore == 0;
            polling = shared || queued || notified > MOST_NOTIFICATIONS || untold;
            pollingSinceNanos = nowNanos;
        }
        queued &= !polling;
        return polling;
    }

    /** The advisory lock was just given back. */
    void wentQuiet(long nowNanos) {
        quietSinceNanos = nowNanos;
        echo = 0;
    }

    /** @return whether every commit from now on notifies, so that none is left to be found by waking readers */
    boolean isQuiet() {
        return echo == ECHO_MILLIS.length;
    }

    /** @return how long to wait for a notification, in milliseconds, at least 1 */
    int waitMillis(long nowNanos) {
        if (isQuiet()) {
            return LONGEST_WAIT_MILLIS;
        }
        long leftNanos = quietSinceNanos + TimeUnit.MILLISECONDS.toNanos(ECHO_MILLIS[echo]) - nowNanos;
        return Math.clamp(TimeUnit.NANOSECONDS.toMillis(leftNanos) + 1, 1, LONGEST_WAIT_MILLIS);
    }

    /** @return whether readers are to be woken now; true once for each time that was due */
    boolean isEchoDue(long nowNanos) {
        if (isQuiet() || nowNanos - quietSinceNanos < TimeUnit.MILLISECONDS.toNanos(ECHO_MILLIS[echo])) {
            return false;
        }
        echo++;
        return true;
    }
}
