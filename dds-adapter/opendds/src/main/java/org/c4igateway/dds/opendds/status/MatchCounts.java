package org.c4igateway.dds.opendds.status;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Counts the matches of an endpoint, because OpenDDS also counts endpoints that {@code IgnoreLocal} excludes. */
final class MatchCounts {
    private Set<Integer> known = Set.of();
    private int change;
    private long total;

    /**
     * Compares with the last call.
     *
     * @param handles of what the endpoint is matched with now
     * @return whether anything has changed
     */
    boolean update(int[] handles) {
        Set<Integer> now = IntStream.of(handles).boxed().collect(Collectors.toUnmodifiableSet());
        long gained = now.stream().filter(handle -> !known.contains(handle)).count();
        boolean changed = gained > 0 || now.size() != known.size();
        change = now.size() - known.size();
        total += gained;
        known = now;
        return changed;
    }

    int current() {
        return known.size();
    }

    /** @return difference that the last update made */
    int change() {
        return change;
    }

    /** @return all that ever matched */
    long total() {
        return total;
    }
}
