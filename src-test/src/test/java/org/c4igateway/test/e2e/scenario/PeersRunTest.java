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

/** Samples by bridges of others, from the command to the report; skipped with the reason without namespaces. */
@Tag("slow")
@Tag("campaign")
@Timeout(600)
class PeersRunTest {
    @BeforeAll
    static void requireNamespaces() {
        Namespaces.require();
    }

    /** zenoh is not there everywhere: then the report says so, and the others are measured. */
    @Test
    void carriesSamplesByBridgedBrokersByAPollerAndByZenohWhereItIsThere(@TempDir Path directory) throws IOException {
        Path results = directory.resolve("results");

        CommandLineRun run = lab(
                "run",
                "paper/peers",
                "--quick",
                "--repetitions=1",
                "--condition=10 % at 2M",
                "--cell=artemis-bridge-bbr,jdbc-poller-bbr,zenoh-tcp-bbr",
                "--out=" + results);

        assertThat(run.status()).as(run.output()).isZero();
        assertThat(run.output())
                .contains(
                        "artemis-bridge-bbr, repetition 1: 1000 of 1000 samples arrived",
                        "jdbc-poller-bbr, repetition 1: 1000 of 1000 samples arrived");
        assertThat(run.output())
                .containsAnyOf(
                        "zenoh-tcp-bbr, repetition 1: 1000 of 1000 samples arrived",
                        "zenoh-tcp-bbr, repetition 1: cannot run here: no zenoh");
        var _ = lab("report", results.toString()); // with fewer repetitions than a verdict needs
        assertThat(Files.readAllLines(results.resolve("steps.csv")))
                .filteredOn(line -> line.contains("artemis-bridge-bbr,1,200,1000,1000,")
                        || line.contains("jdbc-poller-bbr,1,200,1000,1000,"))
                .hasSize(2)
                .allMatch(line -> column(line, "sent_bytes", results) > 200)
                .allMatch(line -> column(line, "lost_percent", results) == 0);
        assertThat(Files.readString(results.resolve("report.html")))
                .contains("samples per second that arrived, more is better", "lost %", "sent B");
    }

    private static double column(String line, String name, Path results) {
        try {
            List<String> names = List.of(
                    Files.readAllLines(results.resolve("steps.csv")).getFirst().split(",", -1));
            return Double.parseDouble(line.split(",", -1)[names.indexOf(name)]);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static CommandLineRun lab(String command, String... arguments) {
        List<String> words = new ArrayList<>(
                List.of("lab", command, "--scenarios=" + Path.of("..", "netem-scenarios", "scenarios")));
        words.addAll(List.of(arguments));
        return CommandLineRun.of(Map.of(), words.toArray(String[]::new));
    }
}
