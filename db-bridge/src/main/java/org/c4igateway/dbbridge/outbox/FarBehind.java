package org.c4igateway.dbbridge.outbox;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Outbox.FetchRequest;
import org.c4igateway.core.store.Outbox.Fetched;

/**
 * Which destinations are so far behind, or have so few rows among those of others, that one read cannot look at all
 * rows that there are: they would hold up the other requests of the read and, beyond the time limit of a statement,
 * never be read. Thread-safe; as large as the number of destinations.
 */
final class FarBehind {
    private final Set<SystemName> destinations = ConcurrentHashMap.newKeySet();

    /** @return whether a read with these requests has to look at a limited number of rows */
    boolean isAnyOf(List<FetchRequest> requests) {
        return !destinations.isEmpty()
                && requests.stream()
                        .flatMap(request -> request.destinations().stream())
                        .anyMatch(destinations::contains);
    }

    /** A read of all rows took too long; whose request it was is not known. */
    void tookTooLong(List<FetchRequest> requests) {
        requests.forEach(request -> destinations.addAll(request.destinations()));
    }

    /** Destinations whose requests all came to the end have caught up. */
    void looked(List<FetchRequest> requests, List<Fetched> answers) {
        if (!isAnyOf(requests)) {
            return;
        }
        requests.forEach(request -> destinations.removeAll(request.destinations()));
        for (int i = 0; i < requests.size(); i++) {
            if (!answers.get(i).exhausted()) {
                destinations.addAll(requests.get(i).destinations());
            }
        }
    }
}
