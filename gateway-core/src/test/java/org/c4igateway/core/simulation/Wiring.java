package org.c4igateway.core.simulation;

import java.util.List;
import java.util.function.UnaryOperator;
import org.c4igateway.core.store.DeliveryOutcome;
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

    /** @return whether numbers are given out again after a failover and the rules take what comes of it */
    boolean reusesNumbers() {
        return false;
    }

    /** Final states are written down as others. */
    static final class Altered extends Wiring {
        private final UnaryOperator<DeliveryOutcome> by;

        Altered(UnaryOperator<DeliveryOutcome> by) {
            this.by = by;
        }

        @Override
        Outbox outbox(Session session) {
            return new ModelOutbox(session) {
                @Override
                public void record(List<DeliveryOutcome> outcomes, List<SavedPosition> positions) {
                    super.record(outcomes.stream().map(by).toList(), positions);
                }
            };
        }
    }
}
