package org.c4igateway.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Warms up until three values in a row differ by at most 5 % of the largest, or until there are so many that they never
 * will.
 */
public final class SteadyValues {
    private static final int IN_A_ROW = 3;
    private static final double TOLERANCE = 0.05;

    private final List<Double> values = new ArrayList<>();

    private SteadyValues() {}

    /** @param most values that are taken at most */
    public static SteadyValues take(int most, InterleavedRuns.Measurement window) throws Exception {
        SteadyValues steady = new SteadyValues();
        while (steady.values.size() < most && !steady.isSteady()) {
            steady.values.add(window.take());
        }
        return steady;
    }

    /** Whether the last three are alike. */
    public boolean isSteady() {
        if (values.size() < IN_A_ROW) {
            return false;
        }
        double[] last = last();
        return last[IN_A_ROW - 1] - last[0] <= TOLERANCE * last[IN_A_ROW - 1];
    }

    /** After how many it stopped, and whether they were alike. */
    public String describe() {
        if (isSteady()) {
            return "steady after " + values.size() + " windows";
        }
        double[] last = last();
        return String.format(
                Locale.ROOT,
                "NOT steady after %d windows, the last %s to %s",
                values.size(),
                Figure.text(last[0]),
                Figure.text(last[last.length - 1]));
    }

    private double[] last() {
        double[] last = values.subList(Math.max(0, values.size() - IN_A_ROW), values.size()).stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
        Arrays.sort(last);
        return last;
    }
}
