package org.c4igateway.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.c4igateway.cli.base.ProgressLine;
import org.c4igateway.lab.run.RunPlan;
import org.c4igateway.lab.run.RunResult;
import org.c4igateway.lab.scenario.Scenarios;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LabProgressTest {
    private static final Path SHIPPED = Path.of("..", "netem-scenarios", "scenarios");

    private final StringWriter out = new StringWriter();
    private RunPlan.Step step;

    @BeforeEach
    void chooseAStep() throws Exception {
        step = RunPlan.order(List.of(Scenarios.in(SHIPPED).read("smoke")), 1).getFirst();
    }

    /** The cause is in the log of the process, not in the sentence above it. */
    @Test
    void showsAllThatIsKnownOfARunThatBroke() {
        LabProgress progress = new LabProgress(
                new PrintWriter(out, true), new ProgressLine(new PrintWriter(out), false), List.of(step));

        progress.ended(step, ended(RunResult.Outcome.FAILED, "ALPHA is not ready, it ended; its log ends:\nthe cause"));

        assertThat(out.toString().lines())
                .hasSize(2)
                .first()
                .asString()
                .endsWith("FAILED: ALPHA is not ready, it ended; its log ends:");
        assertThat(out.toString()).endsWith("\n    the cause\n");
        assertThat(progress.failed()).isOne();
    }

    @Test
    void showsOneLineOfARunThatCannotBeMadeHere() {
        LabProgress progress = new LabProgress(
                new PrintWriter(out, true), new ProgressLine(new PrintWriter(out), false), List.of(step));

        progress.ended(step, ended(RunResult.Outcome.IMPOSSIBLE, "no such program\nmore"));

        assertThat(out.toString().lines()).singleElement().asString().endsWith("cannot run here: no such program");
        assertThat(progress.failed()).isZero();
    }

    private RunResult ended(RunResult.Outcome outcome, String detail) {
        return new RunResult(
                step.key(),
                1,
                outcome,
                detail,
                RunResult.Delivery.NOTHING,
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                null,
                new RunResult.Circumstances("2026-11-24T00:00:00Z", 1, 1, 0, 0));
    }
}
