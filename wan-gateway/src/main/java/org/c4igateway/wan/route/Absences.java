package org.c4igateway.wan.route;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Keeps since when neighbours have been silent, and tells which of them have been silent for longer than their link's
 * {@code hold}.
 */
final class Absences {
    private final Map<String, Long> holdNanos = new HashMap<>();
    private final Map<Neighbour, Long> sinceNanos = new TreeMap<>();

    /** Sets how long the link holds the systems behind a silent peer. */
    void hold(String link, long nanos) {
        holdNanos.put(link, nanos);
    }

    void away(Neighbour neighbour, Moment now) {
        sinceNanos.put(neighbour, now.nanos());
    }

    void back(Neighbour neighbour) {
        sinceNanos.remove(neighbour);
    }

    /** @return those who count as gone from now on, each once, with how long they were held in nanoseconds */
    Map<Neighbour, Long> gone(Moment now) {
        Map<Neighbour, Long> gone = new TreeMap<>();
        sinceNanos.forEach((neighbour, since) -> {
            long hold = holdNanos.getOrDefault(neighbour.link(), 0L);
            if (now.nanos() - since >= hold) {
                gone.put(neighbour, hold);
            }
        });
        List<Neighbour> told = new ArrayList<>(gone.keySet());
        told.forEach(sinceNanos::remove);
        return gone;
    }
}
