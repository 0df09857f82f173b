package org.c4igateway.lab.chaos.days;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.c4igateway.lab.history.retention.KeptDays;

/**
 * Days of a run.
 *
 * @param seconds how long one lasts; 0 for real days
 * @param boundSeconds how long rows may be pending after the last fault
 */
public record Days(int seconds, int boundSeconds) {
    /** A new day is noticed after up to 10 s, and some time must be left to remove what is old. */
    private static final int SHORTEST = 20;

    /** How long several faults in a row may keep a row pending, besides the bound. */
    private static final int HELD_SECONDS = 120;

    private static final int SPARE_DAYS = 3;
    private static final int LATE_DAYS = 2;

    public Days {
        if (seconds != 0 && seconds < SHORTEST) {
            throw new IllegalArgumentException("a day lasts at least " + SHORTEST + " s");
        }
    }

    /** Whether clocks are moved. */
    public boolean areMoved() {
        return seconds > 0;
    }

    /**
     * What is kept: of rows and dead letters the shortest that the product allows. Identities are kept for as long as
     * faults may keep a row pending, since a node rejects older rows.
     */
    public KeptDays kept() {
        return new KeptDays(
                1, 1, SPARE_DAYS + ceiling(HELD_SECONDS + boundSeconds), 1, LATE_DAYS + ceiling(boundSeconds));
    }

    private int ceiling(int time) {
        return Math.ceilDiv(time, Math.max(1, seconds));
    }

    /** Lines of a node's file. */
    public String settings() {
        if (!areMoved()) {
            return "";
        }
        KeptDays kept = kept();
        Map<String, Integer> keys = new TreeMap<>(Map.of(
                "outbox-days", kept.outbox(),
                "inbox-days", kept.inbox(),
                "identity-days", kept.identities(),
                "dead-letter-days", kept.deadLetters()));
        return keys.entrySet().stream()
                .map(key -> "c4i.retention." + key.getKey() + ": " + key.getValue() + "\n")
                .collect(Collectors.joining());
    }
}
