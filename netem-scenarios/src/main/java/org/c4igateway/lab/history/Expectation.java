package org.c4igateway.lab.history;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * How rows must end. By default a row of a reliable topic ends as delivered, and a row of a best-effort topic as sent,
 * or as superseded by a newer one of its subject. A caller that expects another final state names the row. Immutable.
 */
public final class Expectation {
    /** No row is an exception. */
    public static final Expectation ALL_DELIVERED = new Expectation(Map.of(), Set.of());

    private static final Set<String> RELIABLE = Set.of(AcceptedRow.DELIVERED);
    private static final Set<String> BEST_EFFORT = Set.of("sent", AcceptedRow.SUPERSEDED);

    private final Map<Key, String> states;
    private final Set<Key> overlapping;

    private Expectation(Map<Key, String> states, Set<Key> overlapping) {
        this.states = Map.copyOf(states);
        this.overlapping = Set.copyOf(overlapping);
    }

    /** The same, except that this row ends so for this destination. */
    public Expectation with(String origin, long sequence, String destination, String state) {
        Map<Key, String> all = new HashMap<>(states);
        all.put(new Key(origin, sequence, destination), state);
        return new Expectation(all, overlapping);
    }

    /** The same, except that this row's transaction overlapped others, so that no order is defined for it. */
    public Expectation overlapping(String origin, long sequence, String destination) {
        Set<Key> all = new HashSet<>(overlapping);
        all.add(new Key(origin, sequence, destination));
        return new Expectation(states, all);
    }

    Set<String> states(PairHistory pair, AcceptedRow row) {
        String named = states.get(new Key(pair.origin(), row.sequence(), pair.destination()));
        if (named != null) {
            return Set.of(named);
        }
        return row.reliable() ? RELIABLE : BEST_EFFORT;
    }

    boolean isOrdered(PairHistory pair, AcceptedRow row) {
        return row.reliable() && !overlapping.contains(new Key(pair.origin(), row.sequence(), pair.destination()));
    }

    private record Key(String origin, long sequence, String destination) {}
}
