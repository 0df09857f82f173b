package org.c4igateway.core.simulation;

import org.c4igateway.core.store.Inbox;
import org.c4igateway.core.store.Outbox;
import org.c4igateway.core.transport.Transport;

/** How a process is put together. Without defects as it stands; a defect replaces one part. */
class Wiring {
    ModelDatabase database(int windowCommits) {
        return new ModelDatabase(windowCommits);
    }

    Session session(ModelDatabase database, long start, World world, NodeClock clock) {
        return new Session(database, start, world, clock);
    }

    Outbox outbox(Session session) {
        return new ModelOutbox(session);
    }

    Inbox inbox(Session session) {
        return new ModelInbox(session);
    }

    /** @param transport that keeps the contract of the port */
    Transport transport(Transport transport) {
        return transport;
    }

    /** @return whether a message that was sent at that time of its sender's clock is let in */
    boolean admits(SimSystem from, SimSystem at, long sentMicros) {
        return true;
    }

    /** @param micros of the clock of {@code from}, which greets {@code at} */
    void greeted(SimSystem from, SimSystem at, long micros) {}

    /**
     * @return whether servers submit between a failover and the return of a node, so that numbers are given out again.
     *     A late receipt for the row that the failover has lost then counts for the new row of that number; receipts
     *     have no content to tell them apart. Lives without defects leave this out
     */
    boolean reusesNumbers() {
        return false;
    }
}
