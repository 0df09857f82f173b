package org.c4igateway.cli;

import java.util.List;
import org.c4igateway.lab.scenario.Cell;
import org.c4igateway.lab.scenario.Condition;
import org.c4igateway.lab.scenario.Scenario;
import picocli.CommandLine.Option;

/** Which parts of a scenario are run. */
final class LabSelection {
    @Option(names = "--all", description = "Optional conditions, too.")
    private boolean all;

    @Option(
            names = "--condition",
            paramLabel = "TEXT",
            description = "Conditions whose name contains this; may be given several times.")
    private List<String> conditions = List.of();

    @Option(names = "--cell", paramLabel = "NAME", split = ",", description = "These cells only.")
    private List<String> cells = List.of();

    Scenario of(Scenario scenario) throws CommandException {
        List<Condition> chosen =
                scenario.conditions().stream().filter(this::isChosen).toList();
        List<Cell> chosenCells = scenario.cells().stream()
                .filter(cell -> cells.isEmpty() || cells.contains(cell.name()))
                .toList();
        if (chosen.isEmpty() || chosenCells.isEmpty()) {
            throw CommandException.environment("nothing of " + scenario.name() + " is chosen; `c4i lab list "
                    + scenario.name() + "` shows what it has");
        }
        return scenario.withConditions(chosen).withCells(chosenCells);
    }

    private boolean isChosen(Condition condition) {
        return conditions.isEmpty()
                ? all || !condition.optional()
                : conditions.stream().anyMatch(condition.name()::contains);
    }
}
