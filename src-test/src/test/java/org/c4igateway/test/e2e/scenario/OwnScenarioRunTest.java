package org.c4igateway.test.e2e.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.c4igateway.test.e2e.mesh.CommandLineRun;
import org.c4igateway.test.e2e.mesh.Namespaces;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A scenario in a file of a user; skipped with the reason without namespaces. */
@Tag("slow")
@Tag("campaign")
@Timeout(300)
class OwnScenarioRunTest {
    private static final String SCENARIO = """
            title: Round trips behind a radio
            layer: transport
            figure: round-trip
            network: {hosts: [ALPHA, BRAVO], links: {radio: [ALPHA, BRAVO]}}
            cells: [tcp]
            workload:
              {kind: round-trip, from: ALPHA, to: BRAVO, bytes: 64, primers: 1, round-trips: 5, place: two-hosts, qos: reliable}
            repetitions: 2
            conditions: {radio: {links: {radio: {rate: 2M}}}, unused: {links: {radio: {rate: 1M}}}}
            """;

    @BeforeAll
    static void requireNamespaces() {
        Namespaces.require();
    }

    @Test
    void goesOnWithTheRunsThatAreMissing(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("mine.yaml"), SCENARIO);
        Path results = directory.resolve("results");
        CommandLineRun first = run(file.toString(), "--condition=radio", "--out=" + results);
        assertThat(first.status()).as(first.output()).isZero();
        Path made = results.resolve("runs").resolve("mine_radio_tcp_02.json");
        Files.delete(made);

        CommandLineRun rest = run("--resume=" + results);

        assertThat(rest.status()).as(rest.output()).isZero();
        assertThat(rest.output()).contains("; 1 runs to make;", "5 of 5 round trips answered");
        assertThat(made).exists();
    }

    @Test
    void doesNotMixRunsOfAScenarioThatHasChanged(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("mine.yaml"), SCENARIO);
        Path results = directory.resolve("results");
        CommandLineRun first = run(file.toString(), "--condition=radio", "--repetitions=1", "--out=" + results);
        assertThat(first.status()).as(first.output()).isZero();
        Files.writeString(file, SCENARIO.replace("rate: 2M", "rate: 4M"));

        CommandLineRun rest = run("--resume=" + results);

        assertThat(rest.status()).as(rest.output()).isEqualTo(2);
        assertThat(rest.output()).contains("the experiment cannot be continued: scenario files is " + file);
    }

    private static CommandLineRun run(String... arguments) {
        String[] words = new String[arguments.length + 3];
        words[0] = "lab";
        words[1] = "run";
        words[2] = "--scenarios=" + Path.of("..", "netem-scenarios", "scenarios");
        System.arraycopy(arguments, 0, words, 3, arguments.length);
        return CommandLineRun.of(Map.of(), words);
    }
}
