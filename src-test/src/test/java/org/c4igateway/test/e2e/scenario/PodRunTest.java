package org.c4igateway.test.e2e.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.c4igateway.test.e2e.mesh.CommandLineRun;
import org.c4igateway.test.e2e.mesh.Namespaces;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs in pods, from the command to the report; skipped with the reason without namespaces. */
@Tag("slow")
@Tag("campaign")
@Timeout(600)
class PodRunTest {
    private static final int BYTES_COLUMN = 4;
    private static final int MEAN_COLUMN = 7;
    private static final int RATE_COLUMN = 15;
    private static final int STORED_COLUMN = 21;

    @BeforeAll
    static void requireNamespaces() {
        Namespaces.require();
    }

    @Test
    void bringsSamplesFromPodToPodAndIntoTheDatabase(@TempDir Path directory) throws IOException {
        Path results = directory.resolve("results");

        CommandLineRun run = lab(
                "run",
                "k8s/10k",
                "k8s/10k-round-trip",
                "--quick",
                "--repetitions=1",
                "--condition=routed",
                "--condition=vxlan",
                "--condition=vxlan stored",
                "--cell=cyclone",
                "--out=" + results);

        assertThat(run.status()).as(run.output()).isZero();
        assertThat(run.output())
                .contains("routed, cyclone, repetition 1: 500 of 500 round trips answered")
                .contains("vxlan, cyclone, repetition 1: 500 of 500 round trips answered")
                .contains("routed, cyclone, repetition 1: 29297 of 29297 chunks received")
                .contains("vxlan, cyclone, repetition 1: 29297 of 29297 chunks received")
                .contains("vxlan stored, cyclone, repetition 1: 4883 of 4883 chunks received");
        var _ = lab("report", results.toString()); // with fewer conditions than a verdict needs
        List<String[]> steps = Files.readAllLines(results.resolve("steps.csv")).stream()
                .skip(1)
                .map(line -> line.split(",", -1))
                .toList();
        assertThat(steps).hasSize(5).allMatch(step -> step[BYTES_COLUMN].equals("10240"));
        assertThat(steps)
                .filteredOn(step -> step[0].endsWith("round-trip"))
                .hasSize(2)
                .allMatch(step -> number(step, MEAN_COLUMN) > 0);
        assertThat(steps)
                .filteredOn(step -> step[1].endsWith("stored"))
                .hasSize(1)
                .allMatch(step -> number(step, STORED_COLUMN) > 0);
        assertThat(steps)
                .filteredOn(step -> step[0].equals("k8s/10k") && !step[1].endsWith("stored"))
                .hasSize(2)
                .allMatch(step -> step[STORED_COLUMN].isEmpty() && number(step, RATE_COLUMN) > 0);
        assertThat(Files.readString(results.resolve("report.html")))
                .contains("vxlan stored: megabytes per second, more is better", "stored rows/s", "4,823.1 Mbit/s");
    }

    private static double number(String[] step, int column) {
        return Double.parseDouble(step[column]);
    }

    private static CommandLineRun lab(String command, String... arguments) {
        List<String> words = new ArrayList<>(
                List.of("lab", command, "--scenarios=" + Path.of("..", "netem-scenarios", "scenarios")));
        words.addAll(List.of(arguments));
        return CommandLineRun.of(Map.of(), words.toArray(String[]::new));
    }
}
