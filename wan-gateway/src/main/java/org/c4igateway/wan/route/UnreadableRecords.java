package org.c4igateway.wan.route;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.c4igateway.wan.route.site.Neighbour;

/**
 * Says when records that cannot be read give routes a new number: at once, and for further ones of the same neighbour
 * after a pause. Senders send again with each new number, also the record that cannot be read, so without the pause a
 * neighbour of another version would keep all routes changing. Used by the router's thread.
 */
final class UnreadableRecords {
    private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** When the next number may be given, by neighbour. */
    private final Map<Neighbour, Long> nextNanos = new HashMap<>();
    /** Neighbours that wait for it. */
    private final Set<Neighbour> owed = new LinkedHashSet<>();

    /** A record of it could not be read. @return whether routes get a new number now; else {@link #due} says when */
    boolean came(Neighbour from, long nowNanos) {
        Long next = nextNanos.get(from);
        if (next != null && nowNanos - next < 0) {
            owed.add(from);
            return false;
        }
        nextNanos.put(from, nowNanos + PAUSE_NANOS);
        return true;
    }

    /** @return neighbours for whose records routes get a new number now */
    List<Neighbour> due(long nowNanos) {
        List<Neighbour> due = new ArrayList<>();
        for (Neighbour from : List.copyOf(owed)) {
            if (nowNanos - nextNanos.getOrDefault(from, nowNanos) >= 0) {
                owed.remove(from);
                nextNanos.put(from, nowNanos + PAUSE_NANOS);
                due.add(from);
            }
        }
        return due;
    }
}
