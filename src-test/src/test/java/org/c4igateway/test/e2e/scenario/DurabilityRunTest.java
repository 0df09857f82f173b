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

/**
 * Policies and late readers in small, with a history service that is killed, from the command to the report; skipped
 * with the reason without namespaces.
 */
@Tag("slow")
@Tag("campaign")
@Timeout(600)
class DurabilityRunTest {
    private static final int COMBINATIONS = 24;
    private static final int JOINS = 4;

    @BeforeAll
    static void requireNamespaces() {
        Namespaces.require();
    }

    @Test
    void givesLateReadersWhatThePoliciesPromise(@TempDir Path directory) throws IOException {
        Path results = directory.resolve("results");

        CommandLineRun run =
                lab("run", "hpc/qos", "--quick", "--repetitions=1", "--condition=one host", "--out=" + results);

        assertThat(run.status()).as(run.output()).isZero();
        assertThat(run.output()).contains("96 of 96 late readers got what the policies promise");
        assertThat(lab("report", results.toString()).status()).isZero();
        List<String> steps = Files.readAllLines(results.resolve("steps.csv"));
        assertThat(steps).hasSize(1 + COMBINATIONS * JOINS);
        assertThat(steps)
                .as("kept by the service in PostgreSQL, in order")
                .filteredOn(line -> line.contains("persistent, reliable") && line.contains("restart"))
                .hasSize(3)
                .anyMatch(line -> line.contains(",200,200,1,200,200,yes,0,"))
                .anyMatch(line -> line.contains(",193-200,193-200,8,193,200,yes,0,"))
                .anyMatch(line -> line.contains(",1-200,1-200,200,1,200,yes,0,"));
        assertThat(steps)
                .as("in the memory of the service, which was killed")
                .filteredOn(line -> line.contains("\"transient, reliable") && line.contains("restart"))
                .hasSize(3)
                .allMatch(line -> line.contains(",none,none,0,0,0,yes,0,"));
        assertThat(Files.readString(results.resolve("report.html")))
                .contains("persistent, reliable, keep-last 8", "after the writer&#39;s exit", "라이터 종료 뒤")
                .doesNotContain("BROKEN");
    }

    private static CommandLineRun lab(String command, String... arguments) {
        List<String> words = new ArrayList<>(
                List.of("lab", command, "--scenarios=" + Path.of("..", "netem-scenarios", "scenarios")));
        words.addAll(List.of(arguments));
        return CommandLineRun.of(Map.of(), words.toArray(String[]::new));
    }
}
