package org.c4igateway.test.e2e.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.c4igateway.lab.tool.ToolRun;
import org.c4igateway.test.e2e.mesh.CommandLineRun;
import org.c4igateway.test.e2e.mesh.Namespaces;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Jobs in small, from the command to the report; skipped with the reason without namespaces. */
@Tag("slow")
@Tag("campaign")
@Timeout(600)
class JobRunTest {
    private static final int REJOIN_COLUMN = 19;
    private static final int PRIMES_COLUMN = 20;

    @BeforeAll
    static void requireNamespaces() {
        Namespaces.require();
    }

    @Test
    void countsAllPrimesAlsoWhenAWorkerIsKilledAndReplaced(@TempDir Path directory) throws IOException {
        Path results = directory.resolve("results");

        CommandLineRun run = lab(
                "run",
                "hpc/primes",
                "--quick",
                "--repetitions=1",
                "--condition=1 worker",
                "--condition=2 workers",
                "--condition=worker killed at half",
                "--cell=cyclone,artemis,threads",
                "--out=" + results);

        assertThat(run.status()).as(run.output()).isZero();
        assertThat(run.output().split("1 of 1 intervals counted", -1))
                .as(run.output())
                .hasSize(1 + 3);
        assertThat(run.output().split("2 of 2 intervals counted", -1))
                .as(run.output())
                .hasSize(1 + 3 + 2);
        var _ = lab("report", results.toString()); // with fewer numbers and repetitions than a verdict needs
        List<String> steps = Files.readAllLines(results.resolve("steps.csv"));
        assertThat(steps.stream().skip(1))
                .hasSize(3 + 3 + 2)
                .allMatch(line -> Double.parseDouble(column(line, PRIMES_COLUMN)) == 78_498)
                .allMatch(line -> column(line, REJOIN_COLUMN).isEmpty() != line.contains("killed"));
        assertThat(Files.readString(results.resolve("report.html")))
                .contains("speed-up over one worker", "delay by the replacement of a worker", "rejoin s", "works 1");
    }

    @Test
    void countsByOpenMpiOrSaysWhatIsMissing(@TempDir Path directory) throws IOException {
        boolean there =
                ToolRun.find("mpirun").isPresent() && ToolRun.find("mpicc").isPresent();

        CommandLineRun run = lab(
                "run",
                "hpc/primes",
                "--quick",
                "--repetitions=1",
                "--condition=2 workers",
                "--cell=openmpi",
                "--out=" + directory.resolve("results"));

        assertThat(run.status()).as(run.output()).isZero();
        assertThat(run.output()).contains(there ? "2 of 2 intervals counted" : "cannot run here: no mpirun");
    }

    private static String column(String line, int column) {
        return line.split(",", -1)[column];
    }

    private static CommandLineRun lab(String command, String... arguments) {
        List<String> words = new ArrayList<>(
                List.of("lab", command, "--scenarios=" + Path.of("..", "netem-scenarios", "scenarios")));
        words.addAll(List.of(arguments));
        return CommandLineRun.of(Map.of(), words.toArray(String[]::new));
    }
}
