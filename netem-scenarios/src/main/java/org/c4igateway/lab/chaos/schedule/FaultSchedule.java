package org.c4igateway.lab.chaos.schedule;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** Draws schedules: rounds of one to three faults at once, with some peace between the rounds. */
public final class FaultSchedule {
    private static final int START_MILLIS = 3_000;
    private static final int MAX_AT_ONCE = 3;
    private static final int SPREAD_MILLIS = 3_000;
    private static final int SHORTEST_PEACE_MILLIS = 1_000;

    private final SplittableRandom random;
    private final int endMillis;
    private final int longestPeaceMillis;

    /**
     * @param seconds within which every fault ends
     * @param peaceSeconds longest time between two rounds, above one
     */
    public FaultSchedule(long seed, int seconds, int peaceSeconds) {
        this.random = new SplittableRandom(seed);
        this.endMillis = seconds * 1_000;
        this.longestPeaceMillis = peaceSeconds * 1_000;
    }

    /** The first call on a new schedule is a pure function of the arguments of both. No kinds, no faults. */
    public List<PlannedFault> draw(List<String> systems, Set<FaultKind> kinds) {
        List<FaultKind> choice = List.copyOf(kinds.isEmpty() ? kinds : EnumSet.copyOf(kinds));
        List<PlannedFault> drawn = new ArrayList<>();
        long at = START_MILLIS;
        while (at < endMillis && !choice.isEmpty()) {
            List<PlannedFault> round = round(at, systems, choice);
            drawn.addAll(round);
            long end = round.stream().mapToLong(PlannedFault::endMillis).max().orElse(at);
            at = end + random.nextInt(SHORTEST_PEACE_MILLIS, longestPeaceMillis);
        }
        drawn.sort(Comparator.comparingLong(PlannedFault::atMillis));
        return drawn;
    }

    private List<PlannedFault> round(long at, List<String> systems, List<FaultKind> kinds) {
        int wanted = 1 + random.nextInt(MAX_AT_ONCE);
        List<PlannedFault> round = new ArrayList<>();
        for (int i = 0; i < wanted; i++) {
            PlannedFault fault = fault(at + random.nextInt(SPREAD_MILLIS), systems, kinds);
            boolean taken = round.stream().anyMatch(other -> collide(other, fault));
            if (!taken && fault.endMillis() <= endMillis) {
                round.add(fault);
            }
        }
        return round;
    }

    private PlannedFault fault(long at, List<String> systems, List<FaultKind> kinds) {
        FaultKind kind = kinds.get(random.nextInt(kinds.size()));
        String system = systems.get(random.nextInt(systems.size()));
        // Most faults are short and a few are long: the logarithm of the length is drawn evenly.
        double span = Math.log((double) kind.longestMillis() / kind.shortestMillis());
        long length = Math.round(kind.shortestMillis() * Math.exp(random.nextDouble() * span));
        return new PlannedFault(at, kind, system, length, random.nextDouble());
    }

    private static boolean collide(PlannedFault one, PlannedFault other) {
        return one.system().equals(other.system())
                && one.kind().part() == other.kind().part();
    }
}
