package org.c4igateway.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.c4igateway.lab.run.Experiment;
import org.c4igateway.lab.run.RunKey;
import org.c4igateway.lab.run.RunResult;
import org.c4igateway.lab.scenario.Scenario;
import org.c4igateway.lab.scenario.Scenarios;
import org.c4igateway.lab.transport.ExchangeResult;
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

    @Test
    void judgesNothingWhereTheReferenceCannotRun() throws Exception {
        assertThat(verdicts(measured("cyclone-echo", 10, 20), ended("ddsperf", RunResult.Outcome.IMPOSSIBLE)))
                .isEmpty();
        assertThat(verdicts(measured("cyclone-echo", 10, 20))).isEmpty();
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
        return new RunResult(
                new RunKey("pollux/ladder", CONDITION, cell, 1),
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
