package org.c4igateway.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.c4igateway.lab.scenario.Cell;
import org.c4igateway.lab.scenario.Condition;
import org.c4igateway.lab.scenario.Scenario;
import org.c4igateway.lab.scenario.Scenarios;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentTest {
    private static final Path SHIPPED = Path.of("scenarios");

    /** A scenario of a user is named by its path when it is read, and by its file's name everywhere else. */
    @Test
    void takesThePartsOfAScenarioByItsName(@TempDir Path directory) throws Exception {
        Path file = Files.copy(SHIPPED.resolve("paper").resolve("loss.yaml"), directory.resolve("mine.yaml"));
        Scenario whole = Scenarios.in(SHIPPED).read(file.toString());
        Experiment experiment = new Experiment(
                List.of(file.toString()),
                Map.of("mine", new Experiment.Part(List.of("10 % at 128k"), List.of("jms-tuned", "dds-wan"))),
                1,
                0,
                false,
                "",
                Map.of());

        Scenario part = experiment.part(whole);

        assertThat(part.conditions()).extracting(Condition::name).containsExactly("10 % at 128k");
        assertThat(part.cells()).extracting(Cell::name).containsExactlyInAnyOrder("jms-tuned", "dds-wan");
    }

    @Test
    void namesWhatMakesFurtherRunsIncomparable() {
        Experiment experiment = new Experiment(
                List.of("smoke"), Map.of(), 1, 0, false, "", Map.of("commit", "a1", "kernel", "6.1", "JDK", "25"));

        assertThat(experiment.differences(Map.of("commit", "b2", "kernel", "6.2", "JDK", "25", "libraries", "x")))
                .containsExactly("commit is b2 and was a1");
    }

    @Test
    void tellsAScenarioFromItsChangedFile(@TempDir Path directory) throws Exception {
        Path file = Files.copy(SHIPPED.resolve("smoke.yaml"), directory.resolve("mine.yaml"));
        Scenarios scenarios = Scenarios.in(SHIPPED);
        String before = scenarios.digest(file.toString());

        assertThat(scenarios.digest("smoke")).isEqualTo(before).matches("[0-9a-f]{12}");
        Files.writeString(file, "# changed", StandardOpenOption.APPEND);
        assertThat(scenarios.digest(file.toString())).isNotEqualTo(before);
    }
}
