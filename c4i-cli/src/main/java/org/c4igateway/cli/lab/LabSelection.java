package org.c4igateway.cli.lab;

import java.util.ArrayList;
import java.util.List;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.lab.scenario.Cell;
import org.c4igateway.lab.scenario.Condition;
import org.c4igateway.lab.scenario.Scenario;
import picocli.CommandLine.Option;

/** Which parts of a scenario are run. */
final class LabSelection {
    @Option(names = "--all", description = "Include optional conditions.")
    private boolean all;

    @Option(
            names = "--condition",
            paramLabel = "TEXT",
            description = "The condition of this name, or all whose names contain it. Repeatable.")
    private List<String> conditions = List.of();

    @Option(names = "--cell", paramLabel = "NAME", split = ",", description = "Only these cells.")
    private List<String> cells = List.of();

    /** @throws CommandException when a scenario is left without a part, or when a name is in none of them */
    List<Scenario> of(List<Scenario> scenarios) throws CommandException {
        List<Scenario> chosen = new ArrayList<>();
        for (Scenario scenario : scenarios) {
            chosen.add(of(scenario));
        }
        for (String name : cells) {
            if (scenarios.stream()
                    .flatMap(scenario -> scenario.cells().stream())
                    .noneMatch(cell -> cell.name().equals(name))) {
                throw unknown("cell", name, scenarios);
            }
        }
        for (String text : conditions) {
            if (scenarios.stream().allMatch(scenario -> named(text, scenario).isEmpty())) {
                throw unknown("condition", text, scenarios);
            }
        }
        return chosen;
    }

    private static CommandException unknown(String what, String name, List<Scenario> scenarios) {
        List<String> names = scenarios.stream().map(Scenario::name).toList();
        return CommandException.environment("no " + what + " '" + name + "' in " + String.join(", ", names)
                + "; `c4i lab list " + names.getFirst() + "` shows what it has");
    }

    private Scenario of(Scenario scenario) throws CommandException {
        List<Condition> chosen = scenario.conditions().stream()
                .filter(condition -> isChosen(condition, scenario))
                .toList();
        List<Cell> chosenCells = scenario.cells().stream()
                .filter(cell -> cells.isEmpty() || cells.contains(cell.name()))
                .toList();
        if (chosen.isEmpty() || chosenCells.isEmpty()) {
            throw CommandException.environment("nothing of " + scenario.name() + " is chosen; `c4i lab list "
                    + scenario.name() + "` shows what it has");
        }
        return scenario.withConditions(chosen).withCells(chosenCells);
    }

    private boolean isChosen(Condition condition, Scenario scenario) {
        return conditions.isEmpty()
                ? all || !condition.optional()
                : conditions.stream().anyMatch(text -> named(text, scenario).contains(condition));
    }

    /** @return the condition of this name, or else all whose names contain it */
    static List<Condition> named(String text, Scenario scenario) {
        List<Condition> exact = scenario.conditions().stream()
                .filter(condition -> condition.name().equals(text))
                .toList();
        return exact.isEmpty()
                ? scenario.conditions().stream()
                        .filter(condition -> condition.name().contains(text))
                        .toList()
                : exact;
    }
}
