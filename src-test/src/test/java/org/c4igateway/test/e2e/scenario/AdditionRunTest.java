package org.c4igateway.test.e2e.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.c4igateway.lab.run.Addition;
import org.c4igateway.lab.run.ResultDirectory;
import org.c4igateway.lab.run.RunResult;
import org.c4igateway.test.e2e.mesh.CommandLineRun;
import org.c4igateway.test.e2e.mesh.Namespaces;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A seventh system joins six, once over each middleware, from the command to the report; skipped with the reason
 * without namespaces.
 */
@Tag("slow")
@Tag("campaign")
@Timeout(900)
class AdditionRunTest {
    private static final Path SCENARIOS = Path.of("..", "netem-scenarios", "scenarios");
    private static final String LATER = "LAN at 100M, rows 20 s later";

    @BeforeAll
    static void requireNamespaces() {
        Namespaces.require();
    }

    @Test
    void bringsRowsOfSixToASeventhWithoutAnEditAndTellsDiscoveryApart(@TempDir Path directory) throws IOException {
        Path results = directory.resolve("results");

        CommandLineRun run = lab(
                "run",
                "node-addition",
                "--repetitions=1",
                "--condition=" + LATER,
                "--cell=jms-newcomer,dds-newcomer",
                "--out=" + results);

        assertThat(run.status()).as(run.output()).isZero();
        assertThat(new ResultDirectory(results).runs()).hasSize(2).allSatisfy(result -> {
            assertThat(result.outcome()).isEqualTo(RunResult.Outcome.COMPLETED);
            assertThat(result.delivery().delivered()).isEqualTo(6 * 5);
            Map<String, Double> figures = result.addition();
            assertThat(figures).containsEntry(Addition.LINES, 0.0).containsKeys(Addition.FIRST_ROW, Addition.ALL_ROWS);
            // Left out where the machine is so busy that the newcomer takes 20 s to start.
            double discovery = figures.getOrDefault(Addition.DISCOVERY, 1.0);
            assertThat(discovery).isPositive().isLessThan(figures.get(Addition.BYTES));
        });
        CommandLineRun report = lab("report", results.toString());
        assertThat(report.status()).as(report.output()).isZero();
        assertThat(Files.readString(results.resolve("report.html")))
                .contains("What adding the system cost", "bytes before the rows");
    }

    private static CommandLineRun lab(String command, String... arguments) {
        List<String> words = new java.util.ArrayList<>(List.of("lab", command, "--scenarios=" + SCENARIOS));
        words.addAll(List.of(arguments));
        return CommandLineRun.of(Map.of(), words.toArray(String[]::new));
    }
}
