package org.c4igateway.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.c4igateway.lab.run.Experiment;
import org.c4igateway.lab.run.RunKey;
import org.c4igateway.lab.run.RunResult;
import org.c4igateway.lab.scenario.Scenario;
import org.c4igateway.lab.scenario.Scenarios;
import org.c4igateway.lab.transport.ExchangeResult;
import org.c4igateway.lab.transport.ProcessFigures;
import org.junit.jupiter.api.Test;

/** Whether a cell takes at most so many times as long as another, at each payload. */
class RatioVerdictTest {
    private static final String CONDITION = "one host, reliable";

    @Test
    void judgesByTheWorstPayload() throws Exception {
        ExperimentResults.Verdict met = onlyVerdict(measured("cyclone-echo", 14, 28), measured("ddsperf", 10, 20));
        assertThat(met.met()).isTrue();
        assertThat(met.found()).isEqualTo("1.40");

        ExperimentResults.Verdict missed = onlyVerdict(measured("cyclone-echo", 10, 32), measured("ddsperf", 10, 20));
        assertThat(missed.met()).isFalse();
        assertThat(missed.found()).isEqualTo("1.60");
    }

    @Test
    void isNotMetWhenACellBroke() throws Exception {
        assertThat(onlyVerdict(ended("cyclone-echo", RunResult.Outcome.FAILED), measured("ddsperf", 10, 20))
                        .met())
                .isFalse();
        assertThat(onlyVerdict(measured("cyclone-echo", 10, 20), ended("ddsperf", RunResult.Outcome.FAILED))
                        .met())
                .isFalse();
    }

    /** One of several repetitions lost something, or an end of it died. */
    @Test
    void isNotMetWhenOneRepetitionOfEitherCellBroke() throws Exception {
        for (String broken : List.of("cyclone-echo", "ddsperf")) {
            assertThat(onlyVerdict(
                                    measured("cyclone-echo", 10, 20),
                                    measured("ddsperf", 10, 20),
                                    again(ended(broken, RunResult.Outcome.FAILED), 2))
                            .met())
                    .as("broken: %s", broken)
                    .isFalse();
        }
    }

    @Test
    void isNotAllMetWhenARunBrokeOfWhichNothingIsExpected() throws Exception {
        assertThat(podResults(podded("host", RunResult.Outcome.COMPLETED, 100)).allMet())
                .isTrue();
        assertThat(podResults(podded("host", RunResult.Outcome.FAILED, 100)).allMet())
                .isFalse();
    }

    /** Whatever the repetitions show that did finish. */
    @Test
    void isNotMetWhenMostRepetitionsDidNotFinish() throws Exception {
        ExperimentResults.Verdict verdict = onlyVerdict(
                measured("cyclone-echo", 10, 20),
                again(ended("cyclone-echo", RunResult.Outcome.DNF), 2),
                again(ended("cyclone-echo", RunResult.Outcome.DNF), 3),
                measured("ddsperf", 10, 20),
                again(measured("ddsperf", 10, 20), 2),
                again(measured("ddsperf", 10, 20), 3));

        assertThat(verdict.met()).isFalse();
        assertThat(verdict.found()).isEqualTo("DNF");
    }

    private static RunResult again(RunResult run, int repetition) {
        RunKey key = run.key();
        return run(
                new RunKey(key.scenario(), key.condition(), key.cell(), repetition),
                run.outcome(),
                Objects.requireNonNull(run.exchange()));
    }

    @Test
    void judgesNothingWhereTheReferenceCannotRun() throws Exception {
        assertThat(verdicts(measured("cyclone-echo", 10, 20), ended("ddsperf", RunResult.Outcome.IMPOSSIBLE)))
                .isEmpty();
        assertThat(verdicts(measured("cyclone-echo", 10, 20))).isEmpty();
    }

    /** The rates of a stream by size of chunk, and the memory of its programs. */
    @Test
    void wantsAtLeastSoManyTimesWhereMoreIsBetterAndBoundsMemory() throws Exception {
        assertThat(streams(70, 130, 512)).containsExactly(true, true);
        assertThat(streams(70, 110, 513)).as("55 % at one size, 1 MB too much").containsExactly(false, false);
    }

    /** The rate of a stream under one condition beside that under another. */
    @Test
    void wantsAtLeastSoManyTimesOfAnotherConditionWhereMoreIsBetter() throws Exception {
        RunResult host = podded("host", RunResult.Outcome.COMPLETED, 100);
        assertThat(pods(host, podded("vxlan", RunResult.Outcome.COMPLETED, 61))).containsExactly(true);
        assertThat(pods(host, podded("vxlan", RunResult.Outcome.COMPLETED, 59))).containsExactly(false);
        assertThat(pods(host, podded("vxlan", RunResult.Outcome.FAILED, 100))).containsExactly(false);
        assertThat(pods(host, podded("vxlan", RunResult.Outcome.IMPOSSIBLE, 100)))
                .isEmpty();
        assertThat(pods(podded("vxlan", RunResult.Outcome.COMPLETED, 61)))
                .as("host was not selected")
                .isEmpty();
        assertThat(pods(podded("host", RunResult.Outcome.FAILED, 1), podded("vxlan", RunResult.Outcome.COMPLETED, 61)))
                .containsExactly(false);
    }

    /** A report does not depend on any run that completed. */
    @Test
    void drawsAConditionThatCannotBeMadeHere() throws Exception {
        RunResult impossible = podded("vxlan", RunResult.Outcome.IMPOSSIBLE, 100);

        assertThat(new HtmlReport(podResults(impossible)).write(false)).contains(">vxlan</text>");
    }

    private static List<Boolean> pods(RunResult... runs) throws Exception {
        ExperimentResults results = podResults(runs);
        return results.verdicts(results.groups().keySet().iterator().next()).stream()
                .map(ExperimentResults.Verdict::met)
                .toList();
    }

    private static ExperimentResults podResults(RunResult... runs) throws Exception {
        Scenario pods = Scenarios.in(Path.of("scenarios")).read("k8s/10k");
        Experiment experiment =
                new Experiment(List.of(pods.name()), Map.of(), 1, 0, true, "c4i lab run k8s/10k", Map.of());
        return ExperimentResults.of(experiment, List.of(pods), List.of(runs));
    }

    private static RunResult podded(String condition, RunResult.Outcome outcome, double rate) {
        ExchangeResult.Step step = new ExchangeResult.Step(10_240, 9, 9, Map.of(ExchangeResult.RATE, rate), 5, "");
        return run(
                new RunKey("k8s/10k", condition, "cyclone", 1), outcome, new ExchangeResult(List.of(step), Map.of()));
    }

    private static List<Boolean> streams(double first, double second, double resident) throws Exception {
        Scenario stream = Scenarios.in(Path.of("scenarios")).read("hpc/stream");
        Experiment experiment =
                new Experiment(List.of(stream.name()), Map.of(), 1, 0, true, "c4i lab run hpc/stream", Map.of());
        return ExperimentResults.of(
                        experiment,
                        List.of(stream),
                        List.of(streamed("cyclone", first, second, resident), streamed("ddsperf", 100, 200, 10)))
                .verdicts(stream)
                .stream()
                .map(ExperimentResults.Verdict::met)
                .toList();
    }

    private static RunResult streamed(String cell, double first, double second, double resident) {
        List<ExchangeResult.Step> steps = List.of(
                new ExchangeResult.Step(65_536, 9, 9, Map.of(ExchangeResult.RATE, first), 5, ""),
                new ExchangeResult.Step(1_048_576, 9, 9, Map.of(ExchangeResult.RATE, second), 5, ""));
        return run(
                new RunKey("hpc/stream", "one host", cell, 1),
                RunResult.Outcome.COMPLETED,
                new ExchangeResult(
                        steps,
                        Map.of("sends", new ProcessFigures(1, 10), "receives", new ProcessFigures(1, resident))));
    }

    private static ExperimentResults.Verdict onlyVerdict(RunResult... runs) throws Exception {
        List<ExperimentResults.Verdict> verdicts = verdicts(runs);
        assertThat(verdicts).hasSize(1);
        return verdicts.getFirst();
    }

    private static List<ExperimentResults.Verdict> verdicts(RunResult... runs) throws Exception {
        Scenario ladder = Scenarios.in(Path.of("scenarios")).read("pollux/ladder");
        Experiment experiment =
                new Experiment(List.of(ladder.name()), Map.of(), 1, 0, true, "c4i lab run pollux/ladder", Map.of());
        return ExperimentResults.of(experiment, List.of(ladder), List.of(runs)).verdicts(ladder);
    }

    private static RunResult measured(String cell, double at4, double at8) {
        ExchangeResult exchange = new ExchangeResult(List.of(step(4, at4), step(8, at8)), Map.of());
        return run(cell, RunResult.Outcome.COMPLETED, exchange);
    }

    private static ExchangeResult.Step step(int bytes, double mean) {
        return new ExchangeResult.Step(bytes, 100, 100, Map.of(ExchangeResult.MEAN, mean), 5, "");
    }

    private static RunResult ended(String cell, RunResult.Outcome outcome) {
        return run(cell, outcome, new ExchangeResult(List.of(), Map.of()));
    }

    private static RunResult run(String cell, RunResult.Outcome outcome, ExchangeResult exchange) {
        return run(new RunKey("pollux/ladder", CONDITION, cell, 1), outcome, exchange);
    }

    private static RunResult run(RunKey key, RunResult.Outcome outcome, ExchangeResult exchange) {
        return new RunResult(
                key,
                1,
                outcome,
                "",
                new RunResult.Delivery(200, 200, 200, 0, 0, 0, 0, 0, "", "", List.of()),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                exchange,
                new RunResult.Circumstances("2026-11-23T00:00:00Z", 3, 1, 0.5, 0));
    }
}
