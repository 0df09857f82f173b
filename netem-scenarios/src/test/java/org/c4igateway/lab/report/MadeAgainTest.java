package org.c4igateway.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.c4igateway.lab.run.Experiment;
import org.c4igateway.lab.run.ResultDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MadeAgainTest {
    @TempDir
    private Path directory;

    /** Whoever reads a directory, for a report or for advice, learns what is not in its runs. */
    @Test
    void resultsOfADirectoryNameRunsThatFailedAndWereMadeAgain() throws IOException {
        ResultDirectory results = new ResultDirectory(directory);
        results.write(new Experiment(List.of(), Map.of(), 0, 0, false, "c4i lab advise", Map.of("kernel", "Linux")));
        assertThat(ExperimentResults.in(results, List.of()).experiment().environment())
                .containsOnlyKeys("kernel");

        Files.createFile(directory.resolve("runs").resolve("advice_radio_dds-wan_02.json.failed-1"));

        assertThat(new Exports(ExperimentResults.in(results, List.of())).json())
                .contains("runs that failed and were made again", "advice_radio_dds-wan_02.json.failed-1");
    }
}
