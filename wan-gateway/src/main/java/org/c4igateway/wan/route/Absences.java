package org.c4igateway.wan.route;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Since when neighbours do not answer, and which of them have been away for longer than their link holds. */
final class Absences {
    private final Map<String, Long> holdNanos = new HashMap<>();
    private final Map<Neighbour, Long> sinceNanos = new TreeMap<>();

    /** From now on the link holds what is behind a silent peer for so long. */
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
