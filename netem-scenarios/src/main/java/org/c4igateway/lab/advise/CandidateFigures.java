package org.c4igateway.lab.advise;

import java.util.List;
import java.util.Optional;
import org.c4igateway.lab.run.RunResult;
import org.c4igateway.lab.stats.Repetitions;

/**
 * What one transport came to on one link.
 *
 * @param candidate which
 * @param paced whether lateness counts (less is better), else throughput (more is better)
 * @param trials those that count, three at least
 */
record CandidateFigures(Advisable candidate, boolean paced, List<Trial> trials) {
    CandidateFigures {
        trials = List.copyOf(trials);
    }

    /** Of all trials of a link; empty when too few of this transport count to judge it. */
    static Optional<CandidateFigures> of(Advisable candidate, boolean paced, List<Trial> all) {
        List<Trial> mine = all.stream()
                .filter(trial -> trial.isOf(candidate) && trial.counts())
                .toList();
        return Coverage.isJudged(candidate, all)
                ? Optional.of(new CandidateFigures(candidate, paced, mine))
                : Optional.empty();
    }

    /** Runs that did not finish, which are worse than all others. */
    long unfinished() {
        return trials.stream()
                .filter(trial -> trial.outcome() == RunResult.Outcome.DNF)
                .count();
    }

    Repetitions values() {
        return Repetitions.of(
                trials.stream().mapToDouble(trial -> trial.figure(paced)).toArray());
    }

    /** Infinite when the middle run did not finish. */
    double median() {
        return values().median();
    }

    boolean finishes() {
        return Double.isFinite(median());
    }

    /** Of the median by ranks; from the least to the greatest value below six runs. */
    Repetitions.Interval interval() {
        return values().medianInterval().orElseGet(this::range);
    }

    private Repetitions.Interval range() {
        Repetitions values = values();
        return new Repetitions.Interval(values.min(), values.max());
    }

    /** How many times as good as another: above 1 when better. */
    double timesAsGoodAs(CandidateFigures other) {
        return paced ? other.median() / median() : median() / other.median();
    }

    /**
     * Whether the interval lies on the better side of the other's, without a common value. Where one of the two has too
     * few runs for an interval, whether every run of the first is better than every run of the second.
     */
    boolean isClearlyBetterThan(CandidateFigures other) {
        boolean byRanks = values().medianInterval().isPresent()
                && other.values().medianInterval().isPresent();
        Repetitions.Interval mine = byRanks ? interval() : range();
        Repetitions.Interval others = byRanks ? other.interval() : other.range();
        return paced ? mine.high() < others.low() : mine.low() > others.high();
    }
}
