package org.c4igateway.test.e2e.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.c4igateway.test.e2e.mesh.CommandLineRun;
import org.c4igateway.test.e2e.mesh.Namespaces;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Advice for a network, from the command to what is pasted. Without namespaces nothing is measured. */
@Tag("slow")
@Tag("campaign")
@Timeout(1800)
class AdviseRunTest {
    private static final Path HOME = Path.of("..");
    private static final Path EXAMPLES =
            HOME.resolve("docs").resolve("examples").resolve("networks");
    private static final Path PUBLISHED = HOME.resolve("docs").resolve("results");

    @Test
    void measuresALinkOnceAndTakesTheResultAgain(@TempDir Path directory) throws IOException {
        Namespaces.require();
        Path network = Files.writeString(
                directory.resolve("mine.yaml"), "messages: {bytes: 200}\nlinks: {cable: {rate: 2200k, delay: 15ms}}\n");
        Path results = directory.resolve("results");

        CommandLineRun measured = advise(network, "--out=" + results, "--fresh");

        assertThat(measured.status()).as(measured.output()).isZero();
        assertThat(measured.output())
                .contains(
                        "cable: take ",
                        "how sure:",
                        "to paste into the file of the node",
                        "c4i.destinations:",
                        "bound: ");
        List<String> table = Files.readAllLines(results.resolve("results.csv"));
        assertThat(table)
                .filteredOn(line -> line.contains(",dds-wan,") && line.contains(",COMPLETED,"))
                .hasSize(3);
        assertThat(results.resolve("report.html")).isNotEmptyFile();

        CommandLineRun again = advise(network, "--dry-run", "--results=" + results);

        assertThat(again.output()).contains("cable: take ", "nothing to measure");
        resumesByTheSameFileAndOptionsOnly(network, results);
    }

    private static void resumesByTheSameFileAndOptionsOnly(Path network, Path results) throws IOException {
        Files.delete(results.resolve("runs").resolve("advice_cable_dds-wan_02.json"));
        CommandLineRun rest = advise(network, "--fresh", "--resume=" + results);

        assertThat(rest.status()).as(rest.output()).isZero();
        assertThat(rest.output()).contains("; 1 runs to make;", "cable: take ").doesNotContain("not judged");
        assertThat(advise(network, "--fresh", "--repetitions=4", "--resume=" + results)
                        .output())
                .contains("has no runs of this network and these options");
    }

    @Test
    void advisesByPublishedResultsAndPlansTheRest() {
        CommandLineRun radio = advise(EXAMPLES.resolve("radio.yaml"), "--dry-run", "--results=" + PUBLISHED);

        assertThat(radio.status()).as(radio.output()).isZero();
        assertThat(radio.output())
                .contains("radio: take ", "what would change it:", "--fresh measures again", "nothing to measure");

        CommandLineRun sites = advise(EXAMPLES.resolve("three-sites.yaml"), "--dry-run");

        assertThat(sites.output())
                .contains("microwave: no results for such a link", "would measure 24 runs", "time-limit:");
    }

    @Test
    void refusesAFileWithKeyValueAndLine(@TempDir Path directory) throws IOException {
        Path network = Files.writeString(directory.resolve("wrong.yaml"), "links:\n  radio: {loss: a lot}\n");

        CommandLineRun refused = advise(network);

        assertThat(refused.status()).isEqualTo(2);
        assertThat(refused.output()).contains("wrong.yaml:2:17: 'a lot' is not a share such as 10 %");
    }

    private static CommandLineRun advise(Path network, String... arguments) {
        List<String> words = new java.util.ArrayList<>(List.of(
                "lab", "advise", network.toString(), "--scenarios=" + HOME.resolve("netem-scenarios/scenarios")));
        words.addAll(List.of(arguments));
        return CommandLineRun.of(Map.of(), words.toArray(String[]::new));
    }
}
