package org.c4igateway.lab.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.c4igateway.lab.scenario.Cell;
import org.c4igateway.lab.scenario.Condition;
import org.c4igateway.lab.scenario.Scenario;

/**
 * The order of runs. Every repetition goes through all conditions and cells in an order of its own, drawn from the
 * seed, so that whatever changes on the machine in the meantime falls on all cells alike. Within a repetition, runs
 * with slow links come first, so that they can go side by side.
 */
public final class RunPlan {
    /** Rate of the links of a run that takes one lane: it needs little of the processor. */
    private static final long LANE_BITS_PER_SECOND = 300_000;

    private RunPlan() {}

    /**
     * One run to be made.
     *
     * @param key which
     * @param scenario its scenario
     * @param condition its condition
     * @param cell its cell
     */
    public record Step(RunKey key, Scenario scenario, Condition condition, Cell cell) {
        /** @return how many of so many lanes it takes: by the rate of its links; all if that is not limited */
        public int lanes(int of) {
            return Math.toIntExact(Math.min(of, lanes()));
        }

        private long lanes() {
            long rate = condition.slowestBitsPerSecond();
            return condition.exchange().isPresent() || rate <= 0
                    ? Integer.MAX_VALUE
                    : Math.ceilDiv(rate, LANE_BITS_PER_SECOND);
        }
    }

    /**
     * All steps in order.
     *
     * @param scenarios with the conditions and cells that shall run
     * @param repetitions of each; 0 for what each scenario says
     */
    public static List<Step> order(List<Scenario> scenarios, int repetitions) {
        List<Step> steps = new ArrayList<>();
        int most = scenarios.stream()
                .mapToInt(scenario -> count(scenario, repetitions))
                .max()
                .orElse(0);
        for (int repetition = 1; repetition <= most; repetition++) {
            List<Step> round = new ArrayList<>();
            long seed = 0;
            for (Scenario scenario : scenarios) {
                seed = 31 * seed + scenario.procedure().seed();
                if (repetition <= count(scenario, repetitions)) {
                    addAll(round, scenario, repetition);
                }
            }
            List<Step> drawn = drawn(round, seed + repetition, "runs");
            drawn.sort(Comparator.comparingLong(Step::lanes));
            steps.addAll(drawn);
        }
        return steps;
    }

    /**
     * Draws an order. The seeds of repetitions follow each other. A generator whose first numbers are alike for such
     * seeds, as {@link java.util.Random} is, would give short lists the same order in all of them.
     *
     * @param what is in the list; lists of other things have other orders from the same seed
     */
    static <T> List<T> drawn(List<T> items, long seed, String what) {
        List<T> drawn = new ArrayList<>(items);
        Collections.shuffle(drawn, new SplittableRandom(seed ^ ((long) what.hashCode() << Integer.SIZE)));
        return drawn;
    }

    private static int count(Scenario scenario, int repetitions) {
        return repetitions > 0 ? repetitions : scenario.procedure().repetitions();
    }

    private static void addAll(List<Step> round, Scenario scenario, int repetition) {
        for (Condition condition : scenario.conditions()) {
            for (Cell cell : scenario.cells().stream().filter(condition::admits).toList()) {
                RunKey key = new RunKey(scenario.name(), condition.name(), cell.name(), repetition);
                round.add(new Step(key, scenario, condition, cell));
            }
        }
    }
}
