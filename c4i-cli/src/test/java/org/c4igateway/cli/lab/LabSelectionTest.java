package org.c4igateway.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.lab.scenario.Condition;
import org.c4igateway.lab.scenario.ScenarioException;
import org.c4igateway.lab.scenario.Scenarios;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class LabSelectionTest {
    private static final Path SHIPPED = Path.of("..", "netem-scenarios", "scenarios");

    private static List<String> chosen(String... arguments) throws IOException, ScenarioException, CommandException {
        LabSelection selection = new LabSelection();
        new CommandLine(CommandLine.Model.CommandSpec.forAnnotatedObject(selection)).parseArgs(arguments);
        return selection.of(Scenarios.in(SHIPPED).read("paper/one-to-many")).conditions().stream()
                .map(Condition::name)
                .toList();
    }

    @Test
    void takesAConditionByItsNameBeforeThoseThatContainIt() throws Exception {
        assertThat(chosen("--condition", "N = 1", "--condition", "N = 5")).containsExactly("N = 1", "N = 5");
        assertThat(chosen("--condition", "= 5")).containsExactly("N = 5", "N = 50");
    }

    @Test
    void leavesOptionalConditionsOutUnlessAsked() throws Exception {
        assertThat(chosen()).containsExactly("N = 1", "N = 3", "N = 5");
        assertThat(chosen("--all")).containsExactly("N = 1", "N = 3", "N = 5", "N = 10", "N = 50");
    }
}
