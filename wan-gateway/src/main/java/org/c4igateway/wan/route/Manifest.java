package org.c4igateway.wan.route;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.wan.frame.LinkRecord.MessageRecord;
import org.c4igateway.wan.route.Underway.MessageKey;
import org.jspecify.annotations.Nullable;

/** The messages that a link has and is not done with, by number and by origin. Used by the router's thread. */
final class Manifest {
    private final Map<Long, Underway> byItem = new HashMap<>();
    private final Map<String, Map<MessageKey, List<Underway>>> byOrigin = new HashMap<>();

    void add(Underway underway) {
        byItem.put(underway.id(), underway);
        byOrigin.computeIfAbsent(underway.key().origin(), origin -> new LinkedHashMap<>())
                .computeIfAbsent(underway.key(), same -> new ArrayList<>(1))
                .add(underway);
    }

    @Nullable Underway find(long id) {
        return byItem.get(id);
    }

    /** @return what was there under that number */
    @Nullable Underway remove(long id) {
        Underway underway = byItem.remove(id);
        if (underway == null) {
            return null;
        }
        Map<MessageKey, List<Underway>> ofOrigin =
                byOrigin.getOrDefault(underway.key().origin(), Map.of());
        List<Underway> same = ofOrigin.getOrDefault(underway.key(), List.of());
        same.remove(underway);
        if (same.isEmpty()) {
            ofOrigin.remove(underway.key());
        }
        if (ofOrigin.isEmpty()) {
            byOrigin.remove(underway.key().origin());
        }
        return underway;
    }

    /** @return whether each of the record's targets will get a copy */
    boolean covers(MessageRecord record) {
        MessageKey key = Underway.keyOf(record.message());
        Set<String> missing = new HashSet<>(record.targets());
        boolean found = false;
        for (Underway each : byOrigin.getOrDefault(key.origin(), Map.of()).getOrDefault(key, List.of())) {
            if (!each.isTakenBack()) {
                found = true;
                missing.removeAll(each.targets());
            }
        }
        return found && missing.isEmpty();
    }

    /** @return all of an origin */
    List<Underway> of(String origin) {
        return byOrigin.getOrDefault(origin, Map.of()).values().stream()
                .flatMap(List::stream)
                .toList();
    }

    /** @return names of the systems of which messages are underway */
    List<String> origins() {
        return List.copyOf(byOrigin.keySet());
    }

    Collection<Underway> all() {
        return byItem.values();
    }

    void clear() {
        byItem.clear();
        byOrigin.clear();
    }
}
