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

/** Several writers and readers in small, from the command to the report; skipped with the reason without namespaces. */
@Tag("slow")
@Tag("campaign")
@Timeout(600)
class FanRunTest {
    private static final String SCENARIO = """
            title: A small fan
            layer: transport
            figure: fan-latency
            network: {hosts: [WRITERS, READERS], links: {lan: [WRITERS, READERS]}}
            cells: [cyclone]
            workload: {kind: fan, from: WRITERS, to: READERS, place: two-hosts, bytes: [16, 20000], writers: 1, readers: 1,
                       per-process: 2, primers: 1, writes: 7, qos: reliable}
            repetitions: 1
            conditions:
              1 to 1: {}
              1 to 2: {workload: {readers: 2}}
              1 to 3: {workload: {readers: 3}}
              3 to 3 on one host: {workload: {writers: 3, readers: 3, place: same-host}}
            """;

    @BeforeAll
    static void requireNamespaces() {
        Namespaces.require();
    }

    @Test
    void countsEachReaderOfEachSample(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("small.yaml"), SCENARIO);
        Path results = directory.resolve("results");

        CommandLineRun run = lab("run", file.toString(), "--out=" + results);

        assertThat(run.status()).as(run.output()).isZero();
        assertThat(run.output()).contains("14 of 14 arrived", "28 of 28 arrived", "42 of 42 arrived");
        assertThat(lab("report", results.toString()).status()).isZero();
        List<String> steps = Files.readAllLines(results.resolve("steps.csv"));
        assertThat(steps).hasSize(1 + 4 * 2);
        assertThat(steps).filteredOn(line -> line.contains(",16,21,21,")).hasSize(2);
        assertThat(Files.readString(results.resolve("report.html")))
                .contains("one writer, N readers", "[1, 2, 3]", "mean time to the slowest reader");
    }

    /** The ports of a domain have room for 120 participants of an address. */
    @Test
    void meetsAHundredReadersAtOneAddress(@TempDir Path directory) throws IOException {
        String hundred = SCENARIO.substring(0, SCENARIO.indexOf("conditions:"))
                        .replace("readers: 1,", "readers: 100,")
                        .replace("per-process: 2", "per-process: 25")
                + "conditions: {1 to 100: {}}\n";
        Path file = Files.writeString(directory.resolve("hundred.yaml"), hundred);

        CommandLineRun run = lab("run", file.toString(), "--out=" + directory.resolve("results"));

        assertThat(run.status()).as(run.output()).isZero();
        assertThat(run.output()).contains("1400 of 1400 arrived");
    }

    private static CommandLineRun lab(String command, String... arguments) {
        List<String> words = new ArrayList<>(
                List.of("lab", command, "--scenarios=" + Path.of("..", "netem-scenarios", "scenarios")));
        words.addAll(List.of(arguments));
        return CommandLineRun.of(Map.of(), words.toArray(String[]::new));
    }
}
