package org.c4igateway.core.flow;

import java.util.function.Predicate;
import org.c4igateway.core.message.Precedence;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the precedence that goes next: the most urgent that waits, except that each {@value #FLOOR_INTERVAL}th choice
 * made past waiting less urgent ones is one of those, each in turn, so that none starves. The rule of every queue that
 * orders by precedence in memory. One thread at a time.
 */
public final class PrecedenceOrder {
    /** One in this many overtaking choices gives way. */
    public static final int FLOOR_INTERVAL = 16;

    private static final Precedence[] PRECEDENCES = Precedence.values();

    private int overtakings;
    private int overtakingsBefore;
    private int floor;
    private int floorBefore;

    /** @return the precedence whose turn it is; null when none waits */
    public @Nullable Precedence next(Predicate<Precedence> waits) {
        int first = 0;
        while (first < PRECEDENCES.length && !waits.test(PRECEDENCES[first])) {
            first++;
        }
        if (first == PRECEDENCES.length) {
            return null;
        }
        overtakingsBefore = overtakings;
        floorBefore = floor;
        int yielding = lessUrgentThan(first, waits);
        if (yielding < 0) {
            overtakings = 0;
        } else if (++overtakings >= FLOOR_INTERVAL) {
            overtakings = 0;
            floor = yielding;
            return PRECEDENCES[yielding];
        }
        return PRECEDENCES[first];
    }

    /** Takes the last choice back, because nothing came of it: that precedence does not lose its turn. */
    public void undo() {
        overtakings = overtakingsBefore;
        floor = floorBefore;
    }

    /** @return the waiting one, less urgent than {@code first}, whose turn at the floor is next; -1 for none */
    private int lessUrgentThan(int first, Predicate<Precedence> waits) {
        for (int i = 1; i <= PRECEDENCES.length; i++) {
            int candidate = Math.floorMod(floor - i, PRECEDENCES.length);
            if (candidate > first && waits.test(PRECEDENCES[candidate])) {
                return candidate;
            }
        }
        return -1;
    }
}
