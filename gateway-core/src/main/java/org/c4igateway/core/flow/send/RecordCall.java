package org.c4igateway.core.flow.send;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.store.Outbox;
import org.c4igateway.core.store.Outbox.SavedPosition;

/**
 * What is written at once: the settled states with positions in one transaction, then each kind of rows to note,
 * which may be written again.
 */
record RecordCall(
        List<DeliveryOutcome> outcomes,
        List<SavedPosition> positions,
        Map<SystemName, Set<Long>> asked,
        Map<SystemName, Set<Long>> taken,
        boolean positionsDue,
        long startedNanos) {
    boolean isEmpty() {
        return outcomes.isEmpty() && positions.isEmpty() && asked.isEmpty() && taken.isEmpty();
    }

    void to(Outbox outbox) {
        if (!outcomes.isEmpty() || !positions.isEmpty()) {
            outbox.record(outcomes, positions);
        }
        asked.forEach(outbox::asked);
        taken.forEach(outbox::takenAfterAll);
    }
}
