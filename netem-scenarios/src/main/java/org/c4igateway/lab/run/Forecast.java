package org.c4igateway.lab.run;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Guesses how long the rest of an experiment takes: a run takes as long as those of the same cell and condition took on
 * average, or as all did when there was none yet, and as many go side by side as did so far. Belongs to one thread.
 */
public final class Forecast {
    private final Map<String, double[]> byKind = new HashMap<>();
    private double total;
    private int count;

    /** Notes a run that has ended. */
    public void ended(RunKey key, double seconds) {
        double[] sum = byKind.computeIfAbsent(kind(key), missing -> new double[2]);
        sum[0] += seconds;
        sum[1]++;
        total += seconds;
        count++;
    }

    /**
     * Time left.
     *
     * @param left runs that have not ended
     * @param elapsed since the first run began
     */
    public Duration left(List<RunKey> left, Duration elapsed) {
        if (count == 0 || elapsed.isZero()) {
            return Duration.ZERO;
        }
        double seconds = left.stream().mapToDouble(this::expected).sum();
        double sideBySide = Math.max(1, total / (elapsed.toNanos() / 1e9));
        return Duration.ofSeconds(Math.round(seconds / sideBySide));
    }

    private double expected(RunKey key) {
        double[] sum = byKind.get(kind(key));
        return sum == null ? total / count : sum[0] / sum[1];
    }

    private static String kind(RunKey key) {
        return key.scenario() + "|" + key.condition() + "|" + key.cell();
    }
}
