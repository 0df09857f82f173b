package org.c4igateway.dbbridge.outbox;

import java.util.concurrent.TimeUnit;

/**
 * When readers poll by themselves instead of being told of each commit, and when the signal wakes them by itself: in
 * short intervals while they poll, and a few times, further and further apart, after that. PostgreSQL commits
 * transactions that notify one after the other, each with its wait for the disk or a standby; so readers poll as soon
 * as two of them meet. They poll as well when notifications cost more than that: each wakes all readers. One thread.
 */
final class SignalPace {
    /** Notifications are counted for so long. */
    private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** A reader that has found rows and polls reads so often in a window (each 2 ms, the default). */
    private static final int POLLS = 250;

    /** Readers poll no longer when they have found nothing for so long. */
    static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /**
     * After so long it tries whether commits may notify again; if they are still many, they show it at once, and the
     * next time is twice as long.
     */
    private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** While readers poll, those that do not are woken that often. */
    static final long OTHERS_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final int LONGEST_WAIT_MILLIS = 100;
    private static final long[] ECHO_MILLIS = {10, 30, 60, 100, 150};

    private boolean polling;
    private long pollingSinceNanos;
    private long pollingNanos;
    private long endedNanos;
    /** Readers have found rows since they poll. */
    private boolean foundRows;

    private long windowNanos;
    private int notified;
    private int notifiedBefore;
    private boolean queued;
    private long queuedNanos;
    private long rowsNanos;
    private long quietSinceNanos;
    private int echo = ECHO_MILLIS.length;

    /** @param startNanos when readers may have found rows before for the last time */
    SignalPace(long startNanos) {
        rowsNanos = startNanos;
        windowNanos = startNanos;
        endedNanos = startNanos - LONGEST_NANOS;
    }

    /**
     * Notifications have come.
     *
     * @param isNext whether another transaction that notifies was committing then
     */
    void notified(int notifications, boolean isNext, long nowNanos) {
        notified += notifications;
        if (isNext) {
            queued = true;
            queuedNanos = nowNanos;
        }
    }

    /**
     * Readers poll when commits that notify meet or are many, whether rows can be read now or not: their destination
     * may be away, or have no room. They poll as well when they have found rows and no notification came.
     *
     * @param rowsSeenNanos when a reader last found rows
     * @param readers how many there are: a node that stands by has none, and leaves the lock to the one that serves
     * @param shared whether other processes have readers, too: whichever of these polls keeps the notifications from
     *     all, so readers poll as long as there are rows
     * @return whether readers poll by themselves from now on
     */
    boolean isPolling(long rowsSeenNanos, int readers, boolean shared, long nowNanos) {
        boolean found = rowsSeenNanos != rowsNanos;
        rowsNanos = rowsSeenNanos;
        if (nowNanos - windowNanos >= WINDOW_NANOS) {
            windowNanos = nowNanos;
            notifiedBefore = notified;
            notified = 0;
        }
        queued &= nowNanos - queuedNanos < WINDOW_NANOS;
        boolean hasRows = found || nowNanos - rowsNanos < QUIET_NANOS;
        if (polling) {
            foundRows |= found;
            boolean isOver = !shared && nowNanos - pollingSinceNanos >= pollingNanos;
            polling = !isOver && (hasRows || !(shared || foundRows));
            endedNanos = nowNanos;
        } else {
            boolean dense = readers > 0 && !shared && (queued || notified > mostNotifications(readers));
            boolean untold = found && notified + notifiedBefore == 0;
            polling = dense || (hasRows && (shared || untold));
            if (polling) {
                begin(found, nowNanos);
            }
        }
        return polling;
    }

    /**
     * With so many notifications in a window, one query for each and the reads of all readers that it wakes are as many
     * as the reads of one reader that polls, and of the others, which are woken meanwhile.
     */
    private static int mostNotifications(int readers) {
        long wakes = WINDOW_NANOS / OTHERS_NANOS;
        return (int) ((POLLS + wakes * (readers - 1)) / (readers + 1));
    }

    private void begin(boolean found, long nowNanos) {
        boolean isAgain = nowNanos - endedNanos < LONGEST_NANOS;
        pollingNanos = isAgain ? Math.min(2 * pollingNanos, LONGEST_NANOS) : SHORTEST_NANOS;
        pollingSinceNanos = nowNanos;
        foundRows = found;
        queued = false;
        notifiedBefore += notified;
        notified = 0;
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
