package org.c4igateway.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.lab.scenario.Condition;
import org.c4igateway.lab.scenario.Scenario;
import org.c4igateway.lab.scenario.ScenarioException;
import org.c4igateway.lab.scenario.Scenarios;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class LabSelectionTest {
    private static final Path SHIPPED = Path.of("..", "netem-scenarios", "scenarios");

    private static List<String> chosen(String... arguments) throws IOException, ScenarioException, CommandException {
        return selection(arguments).of(List.of(scenario("paper/one-to-many"))).getFirst().conditions().stream()
                .map(Condition::name)
                .toList();
    }

    private static LabSelection selection(String... arguments) {
        LabSelection selection = new LabSelection();
        new CommandLine(CommandLine.Model.CommandSpec.forAnnotatedObject(selection)).parseArgs(arguments);
        return selection;
    }

    private static Scenario scenario(String name) throws IOException, ScenarioException {
        return Scenarios.in(SHIPPED).read(name);
    }

    @Test
    void takesAConditionByItsNameBeforeThoseThatContainIt() throws Exception {
        assertThat(chosen("--condition", "N = 1", "--condition", "N = 5")).containsExactly("N = 1", "N = 5");
        assertThat(chosen("--condition", "= 5")).containsExactly("N = 5", "N = 50");
    }

    /** A cell or condition may be of one of several scenarios; one that is of none is a mistake. */
    @Test
    void refusesWhatNoScenarioHas() throws Exception {
        List<Scenario> both = List.of(scenario("paper/loss"), scenario("paper/loss-tcp"));

        assertThat(selection("--cell=jms-tuned,tcp-bbr").of(both))
                .extracting(scenario -> scenario.cells().getFirst().name())
                .containsExactly("jms-tuned", "tcp-bbr");
        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(() -> selection("--cell=jms-tuned,tcp-bbr,tcp-reno").of(both))
                .withMessageContaining("no cell 'tcp-reno' in paper/loss, paper/loss-tcp; `c4i lab list paper/loss`");
        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(() -> chosen("--condition", "N = 5", "--condition", "N = 6"))
                .withMessageContaining("no condition 'N = 6' in paper/one-to-many");
    }

    @Test
    void leavesOptionalConditionsOutUnlessAsked() throws Exception {
        assertThat(chosen()).containsExactly("N = 1", "N = 3", "N = 5");
        assertThat(chosen("--all")).containsExactly("N = 1", "N = 3", "N = 5", "N = 10", "N = 50");
    }
}
