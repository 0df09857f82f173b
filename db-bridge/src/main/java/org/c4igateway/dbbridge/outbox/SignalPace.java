package org.c4igateway.dbbridge.outbox;

import java.util.concurrent.TimeUnit;

/**
 * When readers poll by themselves instead of being told of each commit, and when the signal wakes them by itself: in
 * short intervals while they poll, and a few times, further and further apart, after that. PostgreSQL commits
 * transactions that notify one after the other, each with its wait for the disk; so readers poll as soon as such
 * commits follow each other closely. One thread.
 */
final class SignalPace {
    /** Rows and notifications are counted for so long. */
    private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** More notifications in a window let the readers poll: 50 a second, which a slow disk still commits in turn. */
    private static final int MOST_NOTIFICATIONS = 5;

    /** They go on while a window brings more rows. */
    private static final int FEW_ROWS = 3;

    /** While readers poll, those that do not are woken that often. */
    static final long OTHERS_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final int LONGEST_WAIT_MILLIS = 100;
    private static final long[] ECHO_MILLIS = {10, 30, 60, 100, 150};

    private boolean polling;
    private long windowNanos;
    private long rowsBefore;
    private int notified;
    private int notifiedBefore;
    private long quietSinceNanos;
    private int echo = ECHO_MILLIS.length;

    SignalPace(long nowNanos) {
        windowNanos = nowNanos;
    }

    /** So many notifications have come. */
    void notified(int notifications) {
        notified += notifications;
    }

    /**
     * @param rowsEver rows that readers have found up to now
     * @param shared whether other processes have readers, too: whichever of these polls keeps the notifications from
     *     all, so readers poll as long as there are rows
     * @return whether readers poll by themselves from now on; also when they have found rows and no notification came.
     *     Never without rows: a node that stands by has no readers, and leaves the lock to the one that serves
     */
    boolean isPolling(long rowsEver, boolean shared, long nowNanos) {
        long rows = rowsEver - rowsBefore;
        boolean isOver = nowNanos - windowNanos >= WINDOW_NANOS;
        boolean before = polling;
        if (polling) {
            polling = !isOver || rows > (shared ? 0 : FEW_ROWS);
        } else {
            polling = rows > 0 && (shared || notified > MOST_NOTIFICATIONS || notified + notifiedBefore == 0);
        }
        if (isOver || polling != before) {
            windowNanos = nowNanos;
            rowsBefore = rowsEver;
            notifiedBefore = notified;
            notified = 0;
        }
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
