package org.c4igateway.lab.report;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.c4igateway.lab.report.ladder.Ladder;
import org.c4igateway.lab.run.RunResult;
import org.c4igateway.lab.scenario.Cell;
import org.c4igateway.lab.scenario.Condition;
import org.c4igateway.lab.scenario.Scenario;
import org.c4igateway.lab.stats.Repetitions;

/**
 * All repetitions of a cell under a condition, by one figure.
 *
 * @param place which cell under which condition
 * @param figure what the values are
 * @param runs results, by repetition
 * @param values of the figure by repetition; of completed runs only
 */
record Group(Place place, Scenario.Figure figure, List<RunResult> runs, Map<Integer, Double> values) {
    Group {
        runs = List.copyOf(runs);
        values = new TreeMap<>(values);
    }

    /** A cell under a condition of a scenario. */
    record Place(Scenario scenario, Condition condition, Cell cell) {
        /** Whether a run belongs here. */
        boolean holds(RunResult run) {
            return run.key().scenario().equals(scenario.name())
                    && run.key().condition().equals(condition.name())
                    && run.key().cell().equals(cell.name());
        }
    }

    /** Takes a figure out of runs. */
    static Group of(Place place, Scenario.Figure figure, List<RunResult> runs) throws IOException {
        Map<Integer, Double> values = new TreeMap<>();
        for (RunResult run : runs) {
            FigureValue.of(figure, place.condition(), run)
                    .ifPresent(value -> values.put(run.key().repetition(), value));
        }
        return new Group(place, figure, runs, values);
    }

    /** The same runs by another figure. */
    Group by(Scenario.Figure other) throws IOException {
        return of(place, other, runs);
    }

    /** What programs exchanged, by size of payload. */
    Ladder ladder() {
        return Ladder.of(condition().name(), cell().name(), cell().label(), runs);
    }

    Scenario scenario() {
        return place.scenario();
    }

    Condition condition() {
        return place.condition();
    }

    Cell cell() {
        return place.cell();
    }

    /** Completed runs with a value; empty when there is none. */
    Optional<Repetitions> sample() {
        return values.isEmpty()
                ? Optional.empty()
                : Optional.of(Repetitions.of(values.values().stream()
                        .mapToDouble(Double::doubleValue)
                        .toArray()));
    }

    /** Runs that did not finish. */
    long unfinished() {
        return count(RunResult.Outcome.DNF);
    }

    /** Runs that broke and say nothing about the cell. */
    long failed() {
        return count(RunResult.Outcome.FAILED);
    }

    /** Runs that this machine could not make. */
    long impossible() {
        return count(RunResult.Outcome.IMPOSSIBLE);
    }

    /** Runs that say something about the cell. */
    long telling() {
        return runs.stream().filter(RunResult::saysSomething).count();
    }

    private long count(RunResult.Outcome outcome) {
        return runs.stream().filter(run -> run.outcome() == outcome).count();
    }

    /**
     * The median in which a run that did not finish is worse than any that did; empty when the middle did not finish,
     * or there is no run.
     */
    Optional<Double> median() {
        return counted().map(Repetitions::median).filter(Double::isFinite);
    }

    /**
     * Where the median lies with 95 % confidence; below six runs from the least to the greatest value. An infinite end
     * stands for runs that did not finish. Empty when there is no run.
     */
    Optional<Repetitions.Interval> interval() {
        return counted().map(all -> all.medianInterval().orElse(new Repetitions.Interval(all.min(), all.max())));
    }

    /** Values of completed runs, and the worst one possible for each that did not finish. */
    private Optional<Repetitions> counted() {
        double worst = figure.moreIsBetter() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        double[] all = DoubleStream.concat(
                        values.values().stream().mapToDouble(Double::doubleValue),
                        DoubleStream.generate(() -> worst).limit(unfinished()))
                .toArray();
        return all.length == 0 ? Optional.empty() : Optional.of(Repetitions.of(all));
    }

    /** Share of the messages that completed runs delivered; below one for best effort only. */
    double deliveredShare() {
        long delivered = 0;
        long expected = 0;
        for (RunResult run : runs) {
            if (run.outcome() == RunResult.Outcome.COMPLETED) {
                delivered += run.delivery().delivered();
                expected += run.delivery().expected();
            }
        }
        return expected == 0 ? 1 : (double) delivered / expected;
    }

    /** Share of the samples that arrived in runs that did not finish; empty without any, and for other figures. */
    Optional<Double> shareOfUnfinished() {
        long delivered = 0;
        long expected = 0;
        for (RunResult run : runs) {
            if (run.outcome() == RunResult.Outcome.DNF && figure == Scenario.Figure.SAMPLE_RATE) {
                delivered += run.delivery().delivered();
                expected += run.delivery().expected();
            }
        }
        return expected == 0 ? Optional.empty() : Optional.of((double) delivered / expected);
    }

    /** What is possible at best; bounds are about the scenario's own figure. */
    Optional<Double> bound() {
        return figure == scenario().goal().figure()
                ? Optional.ofNullable(
                        condition().reference().bounds().get(cell().comparison().bound()))
                : Optional.empty();
    }

    /** How much of it was reached: value by bound, or bound by value where less is better. */
    Optional<Double> shareOfBound() {
        return median().flatMap(value -> bound().map(bound -> figure.moreIsBetter() ? value / bound : bound / value));
    }

    /** What the paper says, when it gives this figure. */
    Optional<Condition.Published> paper() {
        return figure == scenario().goal().paperFigure()
                ? Optional.ofNullable(
                        condition().reference().paper().get(cell().comparison().paper()))
                : Optional.empty();
    }
}
