package org.c4igateway.test.e2e.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.c4igateway.test.e2e.mesh.CommandLineRun;
import org.c4igateway.test.e2e.mesh.Namespaces;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The ladder of payloads in small, from the command to the report; skipped with the reason without namespaces. */
@Tag("slow")
@Tag("campaign")
@Timeout(600)
class LadderRunTest {
    private static final Path SCENARIOS = Path.of("..", "netem-scenarios", "scenarios");
    private static final int SIZES = 13;

    @BeforeAll
    static void requireNamespaces() {
        Namespaces.require();
    }

    @Test
    void climbsOnOneHostAndBetweenTwoAndReportsEachSize(@TempDir Path directory) throws IOException {
        Path results = directory.resolve("results");

        CommandLineRun run = lab(
                "run",
                "pollux/ladder",
                "--quick",
                "--repetitions=1",
                "--condition=one host, reliable",
                "--condition=two hosts at 1G, best effort",
                "--cell=cyclone,artemis,artemis-external,tcp,udp",
                "--out=" + results);

        assertThat(run.status()).as(run.output()).isZero();
        CommandLineRun report = lab("report", results.toString());
        assertThat(report.status()).as(report.output()).isZero();
        List<String> steps = Files.readAllLines(results.resolve("steps.csv"));
        assertThat(steps).hasSize(1 + 8 * SIZES);
        assertThat(steps)
                .filteredOn(line -> line.contains("one host, reliable"))
                .hasSize(4 * SIZES)
                .allMatch(line -> line.contains(",500,500,"), "every round trip is answered");
        assertThat(steps).filteredOn(line -> line.contains(",tcp,")).hasSize(SIZES);
        assertThat(steps).filteredOn(line -> line.contains(",udp,")).hasSize(SIZES);
        assertThat(Files.readString(results.resolve("report.html")))
                .contains(
                        "Xiong", "one host, reliable: mean round trip", "16Ki", "R²", "resident MB at most", "serves");
        assertThat(Files.readString(results.resolve("steps.hlog"))).contains("Tag=");
        assertThat(Files.readString(results.resolve("experiment.json"))).contains("\"database\" : \"none\"");
    }

    @Test
    void isListedAndRefusesCellsThatItHasNot() {
        assertThat(lab("list").output()).contains("pollux/ladder");
        assertThat(lab("list", "pollux/ladder").output()).contains("two hosts at 1G, reliable", "ddsperf");

        CommandLineRun refused = lab("run", "pollux/ladder", "--cell=jms-tuned");

        assertThat(refused.status()).isNotZero();
        assertThat(refused.output()).contains("nothing of pollux/ladder is chosen");
    }

    private static CommandLineRun lab(String command, String... arguments) {
        List<String> words = new java.util.ArrayList<>(List.of("lab", command, "--scenarios=" + SCENARIOS));
        words.addAll(List.of(arguments));
        return CommandLineRun.of(Map.of(), words.toArray(String[]::new));
    }
}
