package org.c4igateway.lab.report.ladder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.c4igateway.lab.report.page.ReportPart;
import org.c4igateway.lab.run.RunKey;
import org.c4igateway.lab.run.RunResult;
import org.c4igateway.lab.scenario.Label;
import org.c4igateway.lab.scenario.Scenario;
import org.c4igateway.lab.stats.StraightLine;
import org.c4igateway.lab.transport.ExchangeResult;
import org.c4igateway.lab.transport.ProcessFigures;
import org.junit.jupiter.api.Test;

class LadderTest {
    private static final String CONDITION = "one host, reliable";

    @Test
    void drawsTheLineThroughTheMediansOfTheRepetitions() {
        Ladder ladder = ladder("cyclone", 20, 22, 90);

        StraightLine line = ladder.line().orElseThrow();

        assertThat(line.intercept()).isCloseTo(22, within(1e-9));
        assertThat(line.slope()).isCloseTo(2, within(1e-9));
        assertThat(line.determination()).isCloseTo(1, within(1e-9));
    }

    /** At 1,024 B by repetition 32 / 22, 35 / 24 and 47 / 92. */
    @Test
    void dividesRepetitionByRepetition() {
        Ladder ours = ladder("cyclone-echo", 30, 33, 45);
        Ladder reference = ladder("ddsperf", 20, 22, 90);

        Map<Integer, Double> ratios = ours.ratios(reference, ExchangeResult.MEAN);

        assertThat(ratios).containsOnlyKeys(1_024, 2_048, 4_096);
        assertThat(ratios.get(1_024)).isCloseTo(32.0 / 22, within(1e-9));
        assertThat(ours.worstRatio(reference, Scenario.Figure.ROUND_TRIP))
                .hasValueSatisfying(worst -> assertThat(worst).isCloseTo(32.0 / 22, within(1e-9)));
    }

    @Test
    void judgesNothingWhereASizeIsMissing() {
        Ladder ours = ladder("cyclone-echo", 30);
        Ladder none = new Ladder(CONDITION, "ddsperf", Label.of("ddsperf"), Map.of(), Set.of());

        assertThat(ours.worstRatio(none, Scenario.Figure.ROUND_TRIP)).isEmpty();
    }

    /** A negative value stands for a repetition that did not finish. */
    @Test
    void countsARepetitionThatDidNotFinishAsWorst() {
        Ladder reference = ladder("ddsperf", 20, 20, 20);

        Ladder one = ladder("tcp", 20, 30, -1);
        assertThat(one.figure(1_024, ExchangeResult.MEAN)).isEqualTo(32);
        assertThat(one.ratios(reference, ExchangeResult.MEAN).get(1_024)).isCloseTo(32.0 / 22, within(1e-9));
        assertThat(one.mostResident()).as("not known of one").isNaN();

        Ladder two = ladder("tcp", 20, -1, -1);
        assertThat(two.figure(1_024, ExchangeResult.MEAN)).isInfinite();
        assertThat(two.worstRatio(reference, Scenario.Figure.ROUND_TRIP)).contains(Double.POSITIVE_INFINITY);
        assertThat(ladder("tcp", -1, -1, -1).worstRatio(reference, Scenario.Figure.ROUND_TRIP))
                .isEmpty();
        assertThat(new LadderSection(List.of(two), "", LadderWording.ROUND_TRIPS)
                        .parts()
                        .getFirst()
                        .tables()
                        .get(1)
                        .rows())
                .first()
                .asInstanceOf(InstanceOfAssertFactories.list(Label.class))
                .contains(Label.of("DNF"));
    }

    @Test
    void showsCurvesLineStepsAndProgramsOfEachCondition() {
        List<ReportPart> parts = new LadderSection(
                        List.of(ladder("cyclone-echo", 30, 33, 45), ladder("ddsperf", 20, 22, 90)),
                        "ddsperf",
                        LadderWording.ROUND_TRIPS)
                .parts();

        assertThat(parts).hasSize(1);
        assertThat(String.join("", parts.getFirst().pictures()))
                .contains("one host, reliable: mean round trip", "jitter (standard deviation)", "1Ki");
        assertThat(parts.getFirst().tables())
                .extracting(table -> table.columns().getLast())
                .containsExactly(
                        Label.of("R²"),
                        new Label("times ddsperf", "ddsperf 대비 배수"),
                        new Label("resident MB at most", "최대 상주 메모리 MB"));
        assertThat(parts.getFirst().tables().get(1).rows())
                .as("times ddsperf at 1,024 B")
                .first()
                .asInstanceOf(InstanceOfAssertFactories.list(Label.class))
                .contains(Label.of("1024"), Label.of("1.45"));
        assertThat(parts.getFirst().tables().getLast().rows())
                .allSatisfy(row -> assertThat(row).contains(Label.of("64.0")));
    }

    @Test
    void writesALinePerRunAndSize() {
        List<RunResult> runs = runs("cyclone", 20, 22);

        String csv = new LadderExport(runs).csv();

        assertThat(csv.lines()).hasSize(1 + 2 * 3);
        assertThat(csv.lines().skip(1).findFirst())
                .hasValueSatisfying(
                        line -> assertThat(line)
                                .startsWith(
                                        "pollux/ladder,\"one host, reliable\",cyclone,1,1024,100,99,22.0000,1.50000,,,,,5.00000"));
    }

    /** Means of so much at 0 B and 2 us more for each KiB, a value for each repetition. */
    private static Ladder ladder(String cell, double... fixed) {
        return Ladder.of(CONDITION, cell, Label.of(cell), runs(cell, fixed));
    }

    private static List<RunResult> runs(String cell, double... fixed) {
        List<RunResult> runs = new ArrayList<>();
        for (int i = 0; i < fixed.length; i++) {
            List<ExchangeResult.Step> steps = new ArrayList<>();
            for (int bytes : new int[] {1_024, 2_048, 4_096}) {
                double mean = fixed[i] + 2 * bytes / 1_024.0;
                steps.add(new ExchangeResult.Step(
                        bytes, 100, 99, Map.of(ExchangeResult.MEAN, mean, ExchangeResult.JITTER, 1.5), 5, ""));
            }
            ExchangeResult exchange = new ExchangeResult(steps, Map.of("asks", new ProcessFigures(1.5, 64)));
            runs.add(new RunResult(
                    new RunKey("pollux/ladder", CONDITION, cell, i + 1),
                    1,
                    fixed[i] < 0 ? RunResult.Outcome.DNF : RunResult.Outcome.COMPLETED,
                    "",
                    RunResult.Delivery.NOTHING,
                    Map.of(),
                    Map.of(),
                    Map.of(),
                    Map.of(),
                    fixed[i] < 0 ? null : exchange,
                    new RunResult.Circumstances("2026-11-23T00:00:00Z", 3, 1, 0.5, 0)));
        }
        return runs;
    }
}
