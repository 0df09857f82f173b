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

/** Streams in small, from the command to the report; skipped with the reason without namespaces. */
@Tag("slow")
@Tag("campaign")
@Timeout(600)
class StreamRunTest {
    private static final int GAP_COLUMN = 17;
    private static final int REPEATED_COLUMN = 18;

    @BeforeAll
    static void requireNamespaces() {
        Namespaces.require();
    }

    @Test
    void bringsAllBytesAlsoWhenTheReceiverIsKilledAndReplaced(@TempDir Path directory) throws IOException {
        Path results = directory.resolve("results");

        CommandLineRun run = lab(
                "run",
                "hpc/stream",
                "--quick",
                "--repetitions=1",
                "--condition=one host",
                "--condition=receiver killed at half",
                "--cell=cyclone,artemis,tcp",
                "--out=" + results);

        assertThat(run.status()).as(run.output()).isZero();
        assertThat(run.output().split("8170 of 8170 chunks received", -1))
                .as(run.output())
                .hasSize(1 + 6);
        var _ = lab("report", results.toString()); // with fewer repetitions than a verdict needs
        List<String> steps = Files.readAllLines(results.resolve("steps.csv"));
        assertThat(steps).hasSize(1 + 6 * 3);
        assertThat(steps.stream().skip(1).filter(line -> !line.contains("killed")))
                .as("nothing is sent twice")
                .hasSize(9)
                .allMatch(line -> number(line, REPEATED_COLUMN) == 0);
        assertThat(steps.stream().skip(1).filter(line -> line.contains("killed")))
                .as("another receiver had to start; at most the window is sent again")
                .hasSize(9)
                .allMatch(line -> number(line, GAP_COLUMN) > 0.2)
                .allMatch(line -> number(line, REPEATED_COLUMN) <= 33.6);
        assertThat(Files.readString(results.resolve("report.html")))
                .contains("one host: megabytes per second, more is better", "repeated MB", "8000000");
    }

    /** At 128 kbit/s a stream of 200,000 B takes 12.5 s. A run that did not finish is kept, and stays so. */
    @Test
    void didNotFinishWhenItsTimeIsOver(@TempDir Path directory) throws IOException {
        Path results = directory.resolve("results");

        CommandLineRun run = lab(
                "run",
                "paper/loss-tcp",
                "--repetitions=1",
                "--condition=10 % at 128k",
                "--cell=tcp-cubic",
                "--time-limit=3s",
                "--out=" + results);
        CommandLineRun resumed = lab("run", "--resume=" + results);
        var _ = lab("report", results.toString());

        assertThat(run.output()).contains("DNF: the program that sends did not finish in 3 s");
        assertThat(Files.readString(results.resolve("results.csv"))).contains(",DNF,");
        assertThat(resumed.output()).contains("0 runs to make");
    }

    private static double number(String line, int column) {
        return Double.parseDouble(line.split(",", -1)[column]);
    }

    /** Its programs start without the cache and compile fully: with the cache and once only they took twice as long. */
    private static CommandLineRun lab(String command, String... arguments) {
        List<String> words = new ArrayList<>(
                List.of("lab", command, "--scenarios=" + Path.of("..", "netem-scenarios", "scenarios")));
        words.addAll(List.of(arguments));
        return CommandLineRun.of(List.of("-XX:TieredStopAtLevel=4"), Map.of(), words.toArray(String[]::new));
    }
}
