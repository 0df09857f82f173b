package org.c4igateway.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

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
