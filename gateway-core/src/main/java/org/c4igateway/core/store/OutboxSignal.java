package org.c4igateway.core.store;

/**
 * Wakes readers of the outbox before their next poll. A signal may come late or not at all: polling is what reading
 * relies on, the signal only shortens the wait.
 */
public interface OutboxSignal {
    /** A signal that never comes, for outboxes that are only polled. */
    OutboxSignal NONE = new OutboxSignal() {
        @Override
        public Registration listen(Runnable wake) {
            return () -> {};
        }

        @Override
        public void rowsSeen() {}
    };

    /**
     * Calls {@code wake} on a thread of the signal whenever rows may have come; {@code wake} does not block or throw.
     *
     * @return close it to stop the calls; one more call may be under way then
     */
    Registration listen(Runnable wake);

    /** A reader has just found rows and goes on polling fast by itself for a while. Cheap, any thread. */
    void rowsSeen();

    /** A registration with a signal. Closed once or more often, by any thread; does not block. */
    interface Registration extends AutoCloseable {
        @Override
        void close();
    }
}
