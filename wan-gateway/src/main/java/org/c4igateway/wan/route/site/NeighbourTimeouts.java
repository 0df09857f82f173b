package org.c4igateway.wan.route.site;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.c4igateway.wan.route.outlet.ClockReading;

/**
 * Keeps since when neighbours have been silent, and tells which of them have been silent for longer than their link's
 * {@code hold}.
 */
public final class NeighbourTimeouts {
    private final Map<String, Long> holdNanos = new HashMap<>();
    private final Map<Neighbour, Long> sinceNanos = new TreeMap<>();

    /** Sets how long the link holds the systems behind a silent peer. */
    public void hold(String link, long nanos) {
        holdNanos.put(link, nanos);
    }

    public void away(Neighbour neighbour, ClockReading now) {
        sinceNanos.put(neighbour, now.nanos());
    }

    public void back(Neighbour neighbour) {
        sinceNanos.remove(neighbour);
    }

    /** @return those who count as gone from now on, each once, with how long they were held in nanoseconds */
    public Map<Neighbour, Long> gone(ClockReading now) {
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
