package org.c4igateway.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.c4igateway.lab.net.DirectionCounters;
import org.c4igateway.lab.net.Host;
import org.c4igateway.lab.stats.Histograms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultDirectoryTest {
    private static final RunKey KEY = new RunKey("paper/loss", "10 % at 128k", "jms-tuned", 3);

    @TempDir
    Path directory;

    @Test
    void readsBackWhatItWrote() throws IOException {
        ResultDirectory results = new ResultDirectory(directory);
        Experiment experiment = new Experiment(
                List.of("paper/loss"),
                Map.of("paper/loss", new Experiment.Part(List.of("10 % at 128k"), List.of("jms-tuned"))),
                3,
                0,
                true,
                "c4i lab run paper/loss --quick",
                Map.of("kernel", "Linux"));
        RunResult result = result(RunResult.Outcome.COMPLETED);
        results.write(experiment);
        results.write(result);

        assertThat(results.experiment()).isEqualTo(experiment);
        assertThat(results.runs()).containsExactly(result);
        assertThat(Histograms.read(results.runs().getFirst().delivery().latency())
                        .getValueAtPercentile(50))
                .isBetween(1_500L, 1_501L);
    }

    @Test
    void repeatsOnlyRunsThatBrokeOrAreMissing() throws IOException {
        ResultDirectory results = new ResultDirectory(directory);
        Files.createDirectories(directory.resolve("runs"));

        assertThat(results.has(KEY)).isFalse();
        results.write(result(RunResult.Outcome.FAILED));
        assertThat(results.has(KEY)).isFalse();
        results.write(result(RunResult.Outcome.IMPOSSIBLE));
        assertThat(results.has(KEY)).isFalse();
        results.write(result(RunResult.Outcome.DNF));
        assertThat(results.has(KEY)).isTrue();
    }

    @Test
    void namesFilesWithoutTrouble() {
        assertThat(KEY.fileName()).isEqualTo("paper-loss_10-at-128k_jms-tuned_03");
    }

    @Test
    void tellsConditionsOfOtherLettersApart() {
        RunKey one = new RunKey("내-시나리오", "위성 2M", "jms", 1);
        RunKey other = new RunKey("내-시나리오", "무전 2M", "jms", 1);

        assertThat(one.fileName()).isNotEqualTo(other.fileName()).matches("[A-Za-z0-9_.-]+");
    }

    @Test
    void refusesToWriteOverAnotherRun() throws IOException {
        ResultDirectory results = new ResultDirectory(directory);
        Files.createDirectories(directory.resolve("runs"));
        results.write(result(RunResult.Outcome.COMPLETED));
        RunResult other =
                withKey(result(RunResult.Outcome.COMPLETED), new RunKey("paper/loss", "10 % at:128k", "jms-tuned", 3));

        assertThat(results.has(other.key())).isFalse();
        assertThatIOException().isThrownBy(() -> results.write(other)).withMessageContaining("has another run: " + KEY);
    }

    @Test
    void keepsWhatAnAuditFound() throws IOException {
        ResultDirectory results = new ResultDirectory(directory);
        Files.createDirectories(directory.resolve("runs"));

        results.write(withFault(result(RunResult.Outcome.FAILED)));

        assertThat(results.has(KEY)).isTrue();
        assertThat(results.madeAgain()).isEmpty();
    }

    @Test
    void keepsRunsThatFailedBesideThoseMadeAgain() throws IOException {
        ResultDirectory results = new ResultDirectory(directory);
        Files.createDirectories(directory.resolve("runs"));
        results.write(result(RunResult.Outcome.FAILED));
        results.write(result(RunResult.Outcome.FAILED));
        results.write(result(RunResult.Outcome.COMPLETED));

        assertThat(results.runs()).extracting(RunResult::outcome).containsExactly(RunResult.Outcome.COMPLETED);
        assertThat(results.madeAgain())
                .containsExactly(
                        "paper-loss_10-at-128k_jms-tuned_03.json.failed-1",
                        "paper-loss_10-at-128k_jms-tuned_03.json.failed-2");
    }

    private static RunResult withKey(RunResult run, RunKey key) {
        return copy(run, key, run.delivery());
    }

    private static RunResult withFault(RunResult run) {
        RunResult.Delivery of = run.delivery();
        return copy(
                run,
                run.key(),
                new RunResult.Delivery(
                        of.expected(),
                        of.delivered(),
                        of.confirmed(),
                        of.firstVisible(),
                        of.lastVisible(),
                        of.firstDelivered(),
                        of.lastDelivered(),
                        of.lastConfirmed(),
                        of.latency(),
                        of.roundTrip(),
                        List.of("7 is in the inbox again")));
    }

    private static RunResult copy(RunResult run, RunKey key, RunResult.Delivery delivery) {
        return new RunResult(
                key,
                run.seed(),
                run.outcome(),
                run.detail(),
                delivery,
                run.links(),
                run.hosts(),
                run.stages(),
                run.addition(),
                run.exchange(),
                run.circumstances());
    }

    static RunResult result(RunResult.Outcome outcome) {
        Histogram histogram = Histograms.create();
        Histograms.record(histogram, 1_500);
        RunResult.Delivery delivery = new RunResult.Delivery(
                1_000,
                1_000,
                1_000,
                0.25,
                0.25,
                0.5,
                15.25,
                15.5,
                Histograms.write(histogram),
                Histograms.write(histogram),
                List.of());
        return new RunResult(
                KEY,
                1_003,
                outcome,
                "",
                delivery,
                Map.of("link forward", new RunResult.LinkReport(128_000, 0.1, DirectionCounters.ZERO, 127_950.5)),
                Map.of("ALPHA", new Host.Traffic(1, 2, 3, 4)),
                Map.of(),
                Map.of(Addition.LINES, 12.0),
                null,
                new RunResult.Circumstances("2026-11-21T00:00:00Z", 30.5, 2, 1.25, 0.1));
    }
}
