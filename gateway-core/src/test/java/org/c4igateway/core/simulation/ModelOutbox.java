package org.c4igateway.core.simulation;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.store.Outbox;
import org.c4igateway.core.store.ReadPosition;

/** The outbox as one process uses it: only while it holds the lease. */
class ModelOutbox implements Outbox {
    private final Session session;

    ModelOutbox(Session session) {
        this.session = session;
    }

    @Override
    public List<Fetched> fetch(List<FetchRequest> requests) {
        return session.call(() -> session.database().tables().outbox.fetch(requests));
    }

    @Override
    public void record(List<DeliveryOutcome> outcomes, List<SavedPosition> positions) {
        session.call(() -> {
            session.database().checkTimes(outcomes, session.latestClock());
            session.database().record(session.start(), outcomes, positions);
            return positions;
        });
    }

    @Override
    public void asked(SystemName destination, Set<Long> sequences) {
        session.call(() -> {
            session.database().asked(session.start(), destination, sequences);
            return sequences;
        });
    }

    @Override
    public Map<SystemName, Set<Long>> asked(Set<SystemName> destinations) {
        return session.call(() -> session.database().tables().outbox.asked(destinations));
    }

    /** No operator is simulated, so nothing that was refused is taken. */
    @Override
    public void takenAfterAll(SystemName destination, Set<Long> sequences) {
        throw new IllegalStateException("nothing is put back before an inbox");
    }

    @Override
    public long lastNumber() {
        return session.call(() -> session.database().lastNumber());
    }

    @Override
    public Map<SystemName, Map<Precedence, ReadPosition>> positions(Set<SystemName> destinations) {
        return session.call(() -> session.database().tables().outbox.positions(destinations));
    }
}
