package org.c4igateway.dbbridge.publish;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.publish.PublicationThread.Admission;
import org.c4igateway.dbbridge.publish.PublicationThread.Announced;

/**
 * What systems announced: the news that count and are not recorded yet, and the last word of those that are no
 * destinations. A peer says it once, and may be configured later. Thread-safe; does not block.
 */
final class AnnouncedSystems {
    /** Any process of a domain can announce names; the oldest leave. */
    static final int MAX_STRANGERS = 256;

    private final Admission admission;
    /** At most one for each destination. */
    private final Map<SystemName, Announced> news = new LinkedHashMap<>();

    private final SequencedMap<Source, Announced> strangers = new LinkedHashMap<>();

    private record Source(SystemName system, String transport) {
        static Source of(Announced told) {
            return new Source(told.node().system(), told.transport());
        }
    }

    AnnouncedSystems(Admission admission) {
        this.admission = admission;
    }

    /**
     * Asks about it under the lock: what becomes a destination after that is reconsidered after this.
     *
     * @return whether it counts, and waits to be recorded now
     */
    synchronized boolean take(Announced told) {
        if (admission.isRecorded(told)) {
            strangers.remove(Source.of(told));
            news.put(told.node().system(), told);
            return true;
        }
        strangers.putLast(Source.of(told), told);
        if (strangers.size() > MAX_STRANGERS) {
            strangers.pollFirstEntry();
        }
        return false;
    }

    /** @return whether something that the system announced before counts now, and waits to be recorded */
    synchronized boolean reconsider(SystemName system) {
        List<Announced> known = strangers.values().stream()
                .filter(told -> told.node().system().equals(system))
                .filter(admission::isRecorded)
                .toList();
        for (Announced told : known) {
            strangers.remove(Source.of(told));
            news.putIfAbsent(system, told);
        }
        return !known.isEmpty();
    }

    /** @return what waits to be recorded */
    synchronized List<Announced> news() {
        return List.copyOf(news.values());
    }

    /** It waits no longer, unless the system has announced something else meanwhile. */
    synchronized void recorded(Announced told) {
        news.remove(told.node().system(), told);
    }
}
