package org.c4igateway.lab.history;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.lab.history.Violation.Kind;

/** Counts violations of one place and keeps the first of each kind. Bounded; belongs to one thread. */
public final class Violations {
    /** Of one kind and place; the rest is counted. */
    static final int MAX_KEPT = 20;

    private final String place;
    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private final List<Violation> kept = new ArrayList<>();

    /** None yet. */
    public Violations(String place) {
        this.place = place;
    }

    /** One more. */
    public void add(Kind kind, String text) {
        if (counts.merge(kind, 1L, Long::sum) <= MAX_KEPT) {
            kept.add(new Violation(kind, place, text));
        }
    }

    Map<Kind, Long> counts() {
        return counts;
    }

    List<Violation> kept() {
        return kept;
    }
}
