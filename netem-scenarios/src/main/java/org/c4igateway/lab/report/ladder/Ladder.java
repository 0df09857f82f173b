package org.c4igateway.lab.report.ladder;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.c4igateway.lab.run.RunResult;
import org.c4igateway.lab.scenario.Label;
import org.c4igateway.lab.scenario.Scenario;
import org.c4igateway.lab.stats.Repetitions;
import org.c4igateway.lab.stats.StraightLine;
import org.c4igateway.lab.transport.ExchangeResult;
import org.c4igateway.lab.transport.ProcessFigures;

/**
 * All repetitions of a cell under a condition, by size of payload. A figure is the median over the repetitions; one
 * that did not finish is worse than any that did, at each size, and a median that is infinite did not finish. What
 * programs used is known of completed repetitions only.
 *
 * @param condition name of the condition
 * @param cell name of the cell
 * @param label of the cell, for people
 * @param results of completed runs, by repetition
 * @param unfinished repetitions that did not finish in time
 */
public record Ladder(
        String condition, String cell, Label label, Map<Integer, ExchangeResult> results, Set<Integer> unfinished) {
    private static final double BYTES_PER_KIB = 1_024;
    private static final int MIN_SIZES = 3;

    public Ladder {
        results = new TreeMap<>(results);
        unfinished = new TreeSet<>(unfinished);
    }

    /** Takes what programs exchanged out of runs. */
    public static Ladder of(String condition, String cell, Label label, List<RunResult> runs) {
        Map<Integer, ExchangeResult> results = new TreeMap<>();
        Set<Integer> unfinished = new TreeSet<>();
        for (RunResult run : runs) {
            ExchangeResult exchange = run.exchange();
            if (run.outcome() == RunResult.Outcome.DNF) {
                unfinished.add(run.key().repetition());
            } else if (exchange != null && run.outcome() == RunResult.Outcome.COMPLETED) {
                results.put(run.key().repetition(), exchange);
            }
        }
        return new Ladder(condition, cell, label, results, unfinished);
    }

    /** Sizes of payload, ascending. */
    TreeSet<Integer> sizes() {
        TreeSet<Integer> sizes = new TreeSet<>();
        results.values().forEach(result -> result.steps().forEach(step -> sizes.add(step.bytes())));
        return sizes;
    }

    /** Median over the repetitions that completed; no number when none has it. */
    double median(int bytes, ToDoubleFunction<ExchangeResult.Step> value) {
        double[] values = byRepetition(bytes, value).values().stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
        return values.length == 0 ? Double.NaN : Repetitions.of(values).median();
    }

    /**
     * Median over the repetitions of a figure, see {@link ExchangeResult.Step#figures}; infinite when the middle did
     * not finish, no number when no completed repetition has the figure.
     */
    double figure(int bytes, String figure) {
        Map<Integer, Double> values = byRepetition(bytes, step -> step.figure(figure));
        if (values.isEmpty()) {
            return Double.NaN;
        }
        unfinished.forEach(repetition -> values.put(repetition, worst(figure)));
        return Repetitions.of(values.values().stream()
                        .mapToDouble(Double::doubleValue)
                        .toArray())
                .median();
    }

    /** What stands for a repetition that did not finish. */
    private static double worst(String figure) {
        return figure.equals(ExchangeResult.RATE) || figure.equals(ExchangeResult.SAMPLES)
                ? Double.NEGATIVE_INFINITY
                : Double.POSITIVE_INFINITY;
    }

    private Map<Integer, Double> byRepetition(int bytes, ToDoubleFunction<ExchangeResult.Step> value) {
        Map<Integer, Double> values = new TreeMap<>();
        results.forEach((repetition, result) -> result.steps().stream()
                .filter(step -> step.bytes() == bytes)
                .mapToDouble(value)
                .filter(Double::isFinite)
                .forEach(found -> values.put(repetition, found)));
        return values;
    }

    /** Share of the round trips that were answered; below one for best effort only. */
    double answeredShare(int bytes) {
        long asked = 0;
        long answered = 0;
        for (ExchangeResult result : results.values()) {
            for (ExchangeResult.Step step : result.steps()) {
                if (step.bytes() == bytes) {
                    asked += step.asked();
                    answered += step.answered();
                }
            }
        }
        return asked == 0 ? Double.NaN : (double) answered / asked;
    }

    /** Mean round trip over the payload in KiB; empty with fewer than three sizes. */
    Optional<StraightLine> line() {
        TreeMap<Integer, Double> means = new TreeMap<>();
        for (int bytes : sizes()) {
            double mean = figure(bytes, ExchangeResult.MEAN);
            if (Double.isFinite(mean)) {
                means.put(bytes, mean);
            }
        }
        return means.size() < MIN_SIZES
                ? Optional.empty()
                : Optional.of(StraightLine.through(
                        means.keySet().stream()
                                .mapToDouble(bytes -> bytes / BYTES_PER_KIB)
                                .toArray(),
                        means.values().stream().mapToDouble(Double::doubleValue).toArray()));
    }

    /**
     * A figure of one by that of another: the median of the ratios of equal repetitions, by size. Without repetitions
     * that the other did not finish; infinite when the middle one of this did not finish.
     */
    Map<Integer, Double> ratios(Ladder other, String figure) {
        Map<Integer, Double> ratios = new LinkedHashMap<>();
        for (int bytes : sizes()) {
            Map<Integer, Double> theirs = other.byRepetition(bytes, step -> step.figure(figure));
            Map<Integer, Double> ours = byRepetition(bytes, step -> step.figure(figure));
            unfinished.forEach(repetition -> ours.put(repetition, worst(figure)));
            medianRatio(ours, theirs).ifPresent(ratio -> ratios.put(bytes, ratio));
        }
        return ratios;
    }

    /** @return median of the ratios of equal repetitions; empty when there are none */
    private static Optional<Double> medianRatio(Map<Integer, Double> ours, Map<Integer, Double> theirs) {
        double[] pairs = ours.entrySet().stream()
                .filter(entry -> theirs.getOrDefault(entry.getKey(), 0.0) > 0)
                .mapToDouble(entry -> entry.getValue() / theirs.getOrDefault(entry.getKey(), Double.NaN))
                .toArray();
        return pairs.length == 0
                ? Optional.empty()
                : Optional.of(Repetitions.of(pairs).median());
    }

    /**
     * How many times as fast another one is: the median of the ratios of equal repetitions, by size. One that the other
     * did not finish counts as 0. Without those that this one did not finish: they are no measure of anything.
     */
    Map<Integer, Double> speedUps(Ladder other) {
        Map<Integer, Double> speedUps = new LinkedHashMap<>();
        for (int bytes : sizes()) {
            Map<Integer, Double> theirs = other.byRepetition(bytes, step -> step.figure(ExchangeResult.SECONDS));
            other.unfinished.forEach(repetition -> theirs.put(repetition, Double.POSITIVE_INFINITY));
            Map<Integer, Double> ours = byRepetition(bytes, step -> step.figure(ExchangeResult.SECONDS));
            medianRatio(ours, theirs).ifPresent(ratio -> speedUps.put(bytes, ratio));
        }
        return speedUps;
    }

    /** The worst of the ratios of a scenario's figure; empty when a size of either has no partner. */
    public Optional<Double> worstRatio(Ladder other, Scenario.Figure figure) {
        Map<Integer, Double> ratios = ratios(other, LadderWording.of(figure).firstFigure());
        if (ratios.isEmpty() || ratios.size() < sizes().size()) {
            return Optional.empty();
        }
        return figure.moreIsBetter()
                ? ratios.values().stream().min(Double::compare)
                : ratios.values().stream().max(Double::compare);
    }

    /**
     * Most resident memory of any program in any repetition, in megabytes; no number without a repetition, or when one
     * did not finish, of which it is not known.
     */
    public double mostResident() {
        return !unfinished.isEmpty() ? Double.NaN : mostResidentOfCompleted();
    }

    private double mostResidentOfCompleted() {
        return results.values().stream()
                .flatMap(result -> result.programs().values().stream())
                .mapToDouble(ProcessFigures::peakMegabytes)
                .max()
                .orElse(Double.NaN);
    }

    /** What a program used, median over the repetitions. */
    double used(String program, ToDoubleFunction<ProcessFigures> value) {
        double[] values = results.values().stream()
                .filter(result -> result.programs().containsKey(program))
                .mapToDouble(result -> value.applyAsDouble(
                        java.util.Objects.requireNonNull(result.programs().get(program))))
                .toArray();
        return values.length == 0 ? Double.NaN : Repetitions.of(values).median();
    }
}
