package org.c4igateway.lab.report.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.c4igateway.lab.report.page.ReportTable;
import org.c4igateway.lab.scenario.Exchange;
import org.c4igateway.lab.scenario.Label;
import org.c4igateway.lab.transport.ExchangeResult;
import org.junit.jupiter.api.Test;

class JobSectionTest {
    private static final int NUMBERS = 10_000_000;

    @Test
    void dividesRepetitionByRepetitionAndSubtractsTheMedians() {
        List<ReportTable> tables = new JobSection(List.of(
                        entry(1, 0, Double.NaN, 4, 6, 8),
                        entry(2, 0, Double.NaN, 2.5, 3, 5),
                        entry(2, 0.5, 1.5, 6, 7, 9)))
                .tables();

        assertThat(tables).hasSize(2);
        assertThat(tables.getFirst().rows()).hasSize(2);
        assertThat(tables.getFirst().rows().getLast())
                .as("4 / 2.5, 6 / 3 and 8 / 5")
                .containsExactly(
                        Label.of("cyclone"),
                        Label.of("2 workers"),
                        Label.of("10000000"),
                        Label.of("2"),
                        Label.of("3.00"),
                        Label.of("1.60"),
                        Label.of("80 %"));
        assertThat(tables.getLast().rows())
                .containsExactly(List.of(
                        Label.of("cyclone"),
                        Label.of("2 workers"),
                        Label.of("10000000"),
                        Label.of("2"),
                        Label.of("7.00"),
                        Label.of("4.00"),
                        Label.of("1.50")));
    }

    @Test
    void comparesNothingWithoutItsCounterpart() {
        assertThat(new JobSection(List.of(entry(2, 0, Double.NaN, 3), entry(4, 0.5, 1, 6))).tables())
                .isEmpty();
    }

    /** Two of three repetitions; what one worker alone did not finish is left out. */
    @Test
    void countsARepetitionThatTheWorkersDidNotFinishAsNoGain() {
        JobSection.Entry one = entry(1, 0, Double.NaN, 4, 4, 4);
        JobSection.Entry two = entry(2, 0, Double.NaN, 2);

        List<ReportTable> tables = new JobSection(List.of(unfinished(one, 4), unfinished(two, 2, 3))).tables();

        assertThat(tables.getFirst().rows().getLast())
                .endsWith(Label.of("2"), Label.of("DNF"), Label.of("0.000"), Label.of("0.0 %"));
    }

    @Test
    void comparesWithOneWorkerInTheSamePlaceOnly() {
        JobSection.Entry here = entry(1, 0, Double.NaN, 4);
        JobSection.Entry there = entry(2, 0, Double.NaN, 2);
        JobSection.Surroundings apart =
                new JobSection.Surroundings(Map.of(), Optional.empty(), Optional.of(Exchange.Place.TWO_HOSTS));

        List<ReportTable> tables =
                new JobSection(List.of(here, new JobSection.Entry(apart, there.job(), there.ladder()))).tables();

        assertThat(tables)
                .singleElement()
                .satisfies(table -> assertThat(table.rows()).hasSize(1));
    }

    private static JobSection.Entry unfinished(JobSection.Entry entry, Integer... repetitions) {
        Ladder ladder = entry.ladder();
        return new JobSection.Entry(
                entry.surroundings(),
                entry.job(),
                new Ladder(ladder.condition(), ladder.cell(), ladder.label(), ladder.results(), Set.of(repetitions)));
    }

    private static JobSection.Entry entry(int workers, double killAt, double rejoined, double... seconds) {
        Map<Integer, ExchangeResult> results = new TreeMap<>();
        for (int i = 0; i < seconds.length; i++) {
            Map<String, Double> figures = new HashMap<>(Map.of(ExchangeResult.SECONDS, seconds[i]));
            if (killAt > 0) {
                figures.put(ExchangeResult.REJOINED, rejoined);
            }
            results.put(
                    i + 1,
                    new ExchangeResult(
                            List.of(new ExchangeResult.Step(NUMBERS, workers, workers, figures, 1, "")), Map.of()));
        }
        return new JobSection.Entry(
                new JobSection.Surroundings(Map.of(), Optional.empty(), Optional.of(Exchange.Place.SAME_HOST)),
                new Exchange.Kind.Job(List.of(NUMBERS), workers, killAt),
                new Ladder(workers + " workers", "cyclone", Label.of("cyclone"), results, Set.of()));
    }
}
