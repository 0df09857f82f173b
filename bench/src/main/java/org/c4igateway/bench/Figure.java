package org.c4igateway.bench;

import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import org.c4igateway.lab.stats.Repetitions;
import org.jspecify.annotations.Nullable;

/**
 * A measured value with its spread and, where the project has one, its goal.
 *
 * @param what what was measured
 * @param values one per repetition, ascending; empty when it was not measured
 * @param unit unit of the values
 * @param goal the goal as text, or null
 * @param met whether the median meets the goal; null without one
 * @param remark why it was not measured, or what to know; possibly empty
 */
public record Figure(
        String what,
        double[] values,
        String unit,
        @Nullable String goal,
        @Nullable Boolean met,
        String remark) {
    public Figure {
        Objects.requireNonNull(what);
        values = values.clone();
        Arrays.sort(values);
    }

    public static Figure plain(String what, String unit, double... values) {
        return new Figure(what, values, unit, null, null, "");
    }

    public static Figure atLeast(double goal, String what, String unit, double... values) {
        double median = median(values);
        return new Figure(what, values, unit, ">= " + text(goal), median >= goal, "");
    }

    public static Figure atMost(double goal, String what, String unit, double... values) {
        double median = median(values);
        return new Figure(what, values, unit, "<= " + text(goal), median <= goal, "");
    }

    public static Figure notMeasured(String what, String reason) {
        return new Figure(what, new double[0], "", null, null, "not measured: " + reason);
    }

    /** @return the same with a remark beside the values */
    public Figure withRemark(String text) {
        return new Figure(what, values, unit, goal, met, text);
    }

    public double median() {
        return median(values);
    }

    String spread() {
        return values.length == 0 ? "" : text(values[0]) + " - " + text(values[values.length - 1]);
    }

    /** @return where the median lies with 95 % confidence; empty below six values, which do not tell */
    String interval() {
        if (values.length == 0 || Double.isNaN(values[values.length - 1])) {
            return "";
        }
        return Repetitions.of(values)
                .medianInterval()
                .map(interval -> "95 %: " + text(interval.low()) + " - " + text(interval.high()))
                .orElse("");
    }

    public String verdict() {
        return met == null ? "" : met ? "met" : "NOT met";
    }

    public static String text(double value) {
        if (Math.abs(value) >= 1_000) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(Locale.ROOT, Math.abs(value) >= 10 ? "%.1f" : "%.2f", value);
    }

    /** @return NaN also when one of the values is */
    public static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted); // NaN comes last
        if (sorted.length == 0 || Double.isNaN(sorted[sorted.length - 1])) {
            return Double.NaN;
        }
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
