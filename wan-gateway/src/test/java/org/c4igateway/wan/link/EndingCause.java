package org.c4igateway.wan.link;

import java.util.Optional;
import org.c4igateway.wan.link.record.RecordOutcome;
import org.c4igateway.wan.link.settings.LinkSettings;

/** Whether there was a cause for a record of the simulation to end as it did. */
final class EndingCause {
    private EndingCause() {}

    /**
     * @param life a frame that was packed in another way may have no room for what it has to repair
     * @param from who offered it
     * @param item a record that has ended; that it expired in time was seen when it did
     */
    static boolean isThere(LinkLife life, SimSite from, SimItem item) {
        RecordOutcome ending = Optional.ofNullable(item.ending).orElseThrow();
        return switch (ending) {
            case ACKED, SENT, EXPIRED -> true;
            case SUPERSEDED -> hasNewer(from, item);
            case DROPPED_FOR_ROOM, RETURNED -> isCrowded(from);
            case DROPPED_TOO_LARGE ->
                life.compressed
                        || item.item.payload().size() > from.settings.bounds().itemBytes();
            case DROPPED_UNREADABLE -> item.unreadable;
            case DROPPED_FOR_ABSENT -> from.peers.size() > 1;
        };
    }

    private static boolean hasNewer(SimSite from, SimItem item) {
        return item.item.handling().subject().isPresent()
                && from.offered.values().stream()
                        .map(newer -> newer.item)
                        .anyMatch(newer -> newer.id() > item.item.id()
                                && newer.stream().equals(item.item.stream())
                                && newer.handling()
                                        .subject()
                                        .equals(item.item.handling().subject()));
    }

    /** All that a life offers has room in the default bounds; in smaller ones only when it is little. */
    private static boolean isCrowded(SimSite from) {
        LinkSettings.Bounds bounds = from.settings.bounds();
        long bytes = from.offered.values().stream()
                .mapToLong(item -> item.item.payload().size())
                .sum();
        return from.offered.size() > bounds.queuedItems() || bytes > bounds.queuedBytes() / 2;
    }
}
