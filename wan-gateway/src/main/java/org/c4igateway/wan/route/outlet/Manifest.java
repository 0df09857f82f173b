package org.c4igateway.wan.route.outlet;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.c4igateway.wan.frame.record.LinkRecord.MessageRecord;
import org.c4igateway.wan.route.outlet.InFlightMessage.MessageKey;
import org.jspecify.annotations.Nullable;

/** The messages that a link has and is not done with, by number and by origin. Used by the router's thread. */
final class Manifest {
    private final Map<Long, InFlightMessage> byItem = new HashMap<>();
    private final Map<String, Map<MessageKey, List<InFlightMessage>>> byOrigin = new HashMap<>();

    void add(InFlightMessage inFlightMessage) {
        byItem.put(inFlightMessage.id(), inFlightMessage);
        byOrigin.computeIfAbsent(inFlightMessage.key().origin(), origin -> new LinkedHashMap<>())
                .computeIfAbsent(inFlightMessage.key(), same -> new ArrayList<>(1))
                .add(inFlightMessage);
    }

    @Nullable InFlightMessage find(long id) {
        return byItem.get(id);
    }

    /** @return what was there under that number */
    @Nullable InFlightMessage remove(long id) {
        InFlightMessage inFlightMessage = byItem.remove(id);
        if (inFlightMessage == null) {
            return null;
        }
        Map<MessageKey, List<InFlightMessage>> ofOrigin =
                byOrigin.getOrDefault(inFlightMessage.key().origin(), Map.of());
        List<InFlightMessage> same = ofOrigin.getOrDefault(inFlightMessage.key(), List.of());
        same.remove(inFlightMessage);
        if (same.isEmpty()) {
            ofOrigin.remove(inFlightMessage.key());
        }
        if (ofOrigin.isEmpty()) {
            byOrigin.remove(inFlightMessage.key().origin());
        }
        return inFlightMessage;
    }

    /** @return whether each of the record's targets will get a copy */
    boolean covers(MessageRecord record) {
        MessageKey key = InFlightMessage.keyOf(record.message());
        Set<String> missing = new HashSet<>(record.targets());
        boolean found = false;
        for (InFlightMessage each :
                byOrigin.getOrDefault(key.origin(), Map.of()).getOrDefault(key, List.of())) {
            if (!each.isTakenBack()) {
                found = true;
                missing.removeAll(each.targets());
            }
        }
        return found && missing.isEmpty();
    }

    /** A record that is covered came again. */
    void cameAgain(MessageRecord record, long arrival) {
        MessageKey key = InFlightMessage.keyOf(record.message());
        byOrigin.getOrDefault(key.origin(), Map.of())
                .getOrDefault(key, List.of())
                .forEach(each -> each.came(record.targets(), arrival));
    }

    /** @return all of an origin */
    List<InFlightMessage> of(String origin) {
        return byOrigin.getOrDefault(origin, Map.of()).values().stream()
                .flatMap(List::stream)
                .toList();
    }

    /** @return names of the systems of which messages are underway */
    List<String> origins() {
        return List.copyOf(byOrigin.keySet());
    }

    /** @return those that are not taken back and of which this holds, in their order */
    List<InFlightMessage> inOrder(Predicate<InFlightMessage> which) {
        return byItem.values().stream()
                .filter(each -> !each.isTakenBack() && which.test(each))
                .sorted(Comparator.comparingLong(InFlightMessage::id))
                .toList();
    }

    Collection<InFlightMessage> all() {
        return byItem.values();
    }

    void clear() {
        byItem.clear();
        byOrigin.clear();
    }
}
