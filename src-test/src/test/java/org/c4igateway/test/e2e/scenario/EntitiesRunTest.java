package org.c4igateway.test.e2e.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.c4igateway.test.e2e.mesh.CommandLineRun;
import org.c4igateway.test.e2e.mesh.Namespaces;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ends that meet in small, from the command to the report; skipped with the reason without namespaces. */
@Tag("slow")
@Tag("campaign")
@Timeout(600)
class EntitiesRunTest {
    @BeforeAll
    static void requireNamespaces() {
        Namespaces.require();
    }

    @Test
    void meetsWithTheMiddlewareInEachProgramAndInOneForAll(@TempDir Path directory) throws IOException {
        Path results = directory.resolve("results");

        CommandLineRun run = lab(
                "run",
                "pollux/architectures",
                "--quick",
                "--repetitions=1",
                "--condition=2 participants",
                "--cell=cyclone,artemis,artemis-external",
                "--out=" + results);

        assertThat(run.status()).as(run.output()).isZero();
        assertThat(run.output().split("202 of 202 pairs met and exchanged a sample", -1))
                .as(run.output())
                .hasSize(1 + 3);
        assertThat(lab("report", results.toString()).status()).isZero();
        List<String> lines = Files.readAllLines(results.resolve("steps.csv"));
        List<String> columns = Arrays.asList(lines.getFirst().split(",", -1));
        assertThat(lines.subList(1, lines.size())).hasSize(3 * 2).allSatisfy(line -> {
            assertThat(value(columns, line, "seconds")).isPositive();
            assertThat(value(columns, line, "kb_sent")).isPositive();
            assertThat(value(columns, line, "first_samples_seconds")).isPositive();
            assertThat(value(columns, line, "writes_mb")).isPositive();
            assertThat(value(columns, line, "reads_threads")).isPositive();
            assertThat(text(columns, line, "serves_mb").isEmpty())
                    .as("only one cell has a server of its own: " + line)
                    .isEqualTo(!line.contains("artemis-external"));
        });
        assertThat(Files.readString(results.resolve("report.html")))
                .contains("2 participants: seconds until all ends have met", "serves threads");
    }

    private static double value(List<String> columns, String line, String column) {
        return Double.parseDouble(text(columns, line, column));
    }

    private static String text(List<String> columns, String line, String column) {
        return line.split(",", -1)[columns.indexOf(column)];
    }

    private static CommandLineRun lab(String command, String... arguments) {
        List<String> words = new ArrayList<>(
                List.of("lab", command, "--scenarios=" + Path.of("..", "netem-scenarios", "scenarios")));
        words.addAll(List.of(arguments));
        return CommandLineRun.of(Map.of(), words.toArray(String[]::new));
    }
}
