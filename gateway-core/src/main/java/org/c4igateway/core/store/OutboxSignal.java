package org.c4igateway.core.store;

import java.util.function.IntSupplier;

/**
 * Wakes readers of the outbox before their next poll. A signal may come late or not at all: polling is what reading
 * relies on, the signal only shortens the wait. While commits are few each of them wakes the readers; while they are
 * many the readers poll in short intervals.
 */
public interface OutboxSignal {
    /** A signal that never comes, for outboxes that are only polled. */
    OutboxSignal NONE = new OutboxSignal() {
        @Override
        public Registration listen(Runnable wake, IntSupplier readers) {
            return () -> {};
        }

        @Override
        public void rowsSeen() {}

        @Override
        public boolean tellsEachCommit() {
            return false;
        }
    };

    /**
     * Calls {@code wake} on a thread of the signal whenever rows may have come; {@code wake} does not block or throw.
     *
     * @param readers how many readers one call wakes, each of which reads then; the signal asks on its thread
     * @return close it to stop the calls; one more call may be under way then
     */
    Registration listen(Runnable wake, IntSupplier readers);

    /** Listens for one reader. */
    default Registration listen(Runnable wake) {
        return listen(wake, () -> 1);
    }

    /** A reader has just found rows. Cheap, any thread. */
    void rowsSeen();

    /**
     * A reader asks before each pause and each poll.
     *
     * @return whether each commit wakes the readers, as far as the signal knows, so that none need poll in short
     *     intervals; any thread, does not block
     */
    boolean tellsEachCommit();

    /** A registration with a signal. Closed once or more often, by any thread; does not block. */
    interface Registration extends AutoCloseable {
        @Override
        void close();
    }
}
