package org.c4igateway.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.c4igateway.lab.net.DirectionCounters;
import org.c4igateway.lab.net.Host;
import org.c4igateway.lab.run.Addition;
import org.c4igateway.lab.run.Experiment;
import org.c4igateway.lab.run.RunKey;
import org.c4igateway.lab.run.RunResult;
import org.c4igateway.lab.scenario.Scenario;
import org.c4igateway.lab.scenario.ScenarioException;
import org.c4igateway.lab.scenario.Scenarios;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    private static final String CONDITION = "10 % at 128k";
    private static final Map<String, Double> ADDED =
            Map.of(Addition.LINES, 12.0, Addition.FIRST_ROW, 3.25, Addition.ALL_ROWS, 4.5, Addition.BYTES, 654_321.0);

    @Test
    void showsMediansBoundsAndThePaperInBothLanguages() throws Exception {
        String page = new HtmlReport(findings(40, 41, 42)).write(true);

        assertThat(page)
                .startsWith("<!DOCTYPE html>")
                .contains("<html class=\"ko\"")
                .contains("66.1", "41.0 (40.0–42.0)", "of bound", "한계의", "JMS, tuned", "JMS, 조정")
                .contains("69.0 ± 24.0")
                .contains("0.500 (0.500), median (highest)")
                .contains("lines changed elsewhere", "다른 체계에서 바뀐 설정 줄", "<td>12.0</td><td>3.25</td><td>4.50</td>")
                .doesNotContain("NOT a quiet machine")
                .contains("How to read this", "읽는 법")
                .doesNotContain("http://", "https://", "src=");
    }

    @Test
    void neverAveragesWhatDidNotFinish() throws Exception {
        ExperimentResults experimentResults = findings(41, -1, -1);
        Group group = experimentResults.groups().values().iterator().next().getFirst();

        assertThat(group.unfinished()).isEqualTo(2);
        assertThat(group.median()).isEmpty();
        assertThat(new Exports(experimentResults).json())
                .contains("\"didNotFinish\" : 2")
                .containsOnlyOnce("\"mean\""); // of the cell that always finished
        assertThat(new HtmlReport(experimentResults).write(false)).contains("DNF 2/3");
        assertThat(new Overview(experimentResults).lines()).anyMatch(line -> line.contains("DNF 2"));
    }

    @Test
    void judgesExpectations() throws Exception {
        ExperimentResults good = findings(40, 41, 42);
        ExperimentResults bad = findings(20, 21, 22);

        // 80 % of 47.7 is 38.2
        assertThat(good.allMet()).isTrue();
        assertThat(bad.allMet()).isFalse();
        assertThat(good.groups()
                        .values()
                        .iterator()
                        .next()
                        .getFirst()
                        .shareOfBound()
                        .orElseThrow())
                .isCloseTo(41 / 47.68, within(0.001));
    }

    @Test
    void exportsALinePerRunAndTheHistograms(@TempDir Path directory) throws Exception {
        new Exports(findings(40, 41, 42)).write(directory);

        List<String> lines = Files.readAllLines(directory.resolve("results.csv"));
        assertThat(lines).hasSize(1 + 3 + 3);
        assertThat(lines.get(1)).startsWith("paper/loss,10 % at 128k,dds-tuned,1,1001,COMPLETED,40.0");
        assertThat(Files.readString(directory.resolve("results.json"))).contains("\"shareOfBound\"");
        assertThat(Files.readString(directory.resolve("latency.hlog")))
                .contains("Tag=paper-loss_10-at-128k_dds-tuned_01");
    }

    @Test
    void writesTheFiguresForMonitoring(@TempDir Path directory) throws Exception {
        Path experiment = Files.createDirectory(directory.resolve("2026-11-21"));
        new Exports(findings(40, 41, 42)).write(experiment);

        assertThat(experiment.resolve("results.prom"))
                .hasSameTextualContentAs(Path.of("src/test/resources/org/c4igateway/lab/report/results.prom"));
        assertThat(new MonitoringText(findings(40, 41, -1), "a \"b\" \\").write())
                .contains("experiment=\"a \\\"b\\\" \\\\\"")
                .contains("outcome=\"did_not_finish\",scenario=\"paper/loss\"} 1\n")
                .doesNotContain("Infinity", "NaN");
    }

    @Test
    void comparesTwoExperimentsPairByPair() throws Exception {
        List<String> lines = Comparison.of(findings(40, 41, 42, 40, 41, 42), findings(60, 61.5, 63, 60, 61.5, 63))
                .lines();

        assertThat(lines).anyMatch(line -> line.contains("dds-tuned") && line.contains("1.500 (1.500–1.500) 6 pairs"));
        assertThat(lines)
                .anyMatch(line -> line.contains("jms-tuned") && line.contains("no difference to speak of, 6 pairs"));
    }

    @Test
    void tellsNoDifferenceByAFewPairsOrWhereARunDidNotFinish() throws Exception {
        assertThat(Comparison.of(findings(40, 41, 42), findings(60, 61.5, 63)).lines())
                .anyMatch(line -> line.contains("dds-tuned")
                        && line.contains("1.500 (1.500–1.500) range, too few to tell: 3 pairs"));
        assertThat(Comparison.of(findings(40, 41, 42, 40, 41, 42, 40), findings(40, 41, 42, 40, 41, 42, -1))
                        .lines())
                .anyMatch(line -> line.contains("dds-tuned")
                        && line.contains("6 pairs, DNF 0 and 1 (not in the ratio)")
                        && !line.contains("no difference"));
    }

    /** The same scenario under all its conditions: three rates at two losses. */
    @Test
    void drawsTheFigureOverRateAndLoss() throws Exception {
        ExperimentResults one = findings(40);
        Scenario loss = Scenarios.in(Path.of("scenarios")).read("paper/loss");
        List<RunResult> runs = new ArrayList<>();
        for (var condition : loss.conditions()) {
            for (RunResult run :
                    one.groups().values().iterator().next().getFirst().runs()) {
                runs.add(under(condition.name(), run));
            }
        }

        String html = new HtmlReport(ExperimentResults.of(one.experiment(), List.of(loss), runs)).write(false);

        assertThat(html)
                .contains("Over the rate, at 10 % loss: msg/s, more is better", "손실 30 %에서 속도에 따라")
                .contains("Over the loss, at 2000 kbit/s: msg/s, more is better", "클수록 좋음");
        assertThat(new HtmlReport(one).write(false)).doesNotContain("Over the rate");
    }

    private static RunResult under(String condition, RunResult run) {
        return new RunResult(
                new RunKey(
                        run.key().scenario(),
                        condition,
                        run.key().cell(),
                        run.key().repetition()),
                run.seed(),
                run.outcome(),
                run.detail(),
                run.delivery(),
                run.links(),
                run.hosts(),
                run.stages(),
                run.addition(),
                run.exchange(),
                run.circumstances());
    }

    @Test
    void choosesRoundTicks() {
        assertThat(AxisTicks.step(73)).isEqualTo(20);
        assertThat(AxisTicks.step(0.9)).isCloseTo(0.2, within(1e-12));
        assertThat(AxisTicks.text(1_500_000, 500_000)).isEqualTo("1.5M");
    }

    /** Three repetitions of two cells; a negative rate stands for one that did not finish. */
    static ExperimentResults findings(double... rates) throws IOException, ScenarioException {
        Scenario loss = Scenarios.in(Path.of("scenarios")).read("paper/loss");
        List<RunResult> runs = new ArrayList<>();
        for (int i = 0; i < rates.length; i++) {
            runs.add(result("dds-tuned", i + 1, rates[i]));
            runs.add(result("jms-tuned", i + 1, 66.1));
        }
        Scenario two = loss.withCells(loss.cells().stream()
                .filter(cell -> cell.name().endsWith("-tuned"))
                .sorted(java.util.Comparator.comparing(cell -> cell.name()))
                .toList());
        Experiment experiment = new Experiment(
                List.of("paper/loss"),
                Map.of(),
                rates.length,
                0,
                false,
                "c4i lab run paper/loss",
                Map.of("kernel", "Linux 6"));
        return ExperimentResults.of(experiment, List.of(two), runs);
    }

    private static RunResult result(String cell, int repetition, double rate) {
        boolean finished = rate > 0;
        RunResult.Delivery delivery = new RunResult.Delivery(
                1_000, finished ? 1_000 : 400, 1_000, 0, 0, 0.1, finished ? 1_000 / rate : 400, 400, "", "", List.of());
        return new RunResult(
                new RunKey("paper/loss", CONDITION, cell, repetition),
                1_000 + repetition,
                finished ? RunResult.Outcome.COMPLETED : RunResult.Outcome.DNF,
                "",
                delivery,
                Map.of(
                        "link forward",
                        new RunResult.LinkReport(128_000, 0.1, new DirectionCounters(9, 9, 0, 1_000, 101, 0), 127_000)),
                Map.of("ALPHA", new Host.Traffic(300_000, 1_000, 1, 1)),
                Map.of(),
                ADDED,
                null,
                new RunResult.Circumstances("2026-11-21T00:00:00Z", 30, 1, 0.5, 0.02));
    }
}
