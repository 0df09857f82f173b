package org.c4igateway.cli.lab;

import java.util.List;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.lab.net.NetworkPlan;
import org.c4igateway.lab.scenario.Cell;
import org.c4igateway.lab.scenario.Condition;
import org.c4igateway.lab.scenario.Scenario;
import picocli.CommandLine.Option;

/** Which network of a scenario is meant: the one of a cell under a condition. */
final class LabTopology {
    @Option(
            names = "--condition",
            paramLabel = "TEXT",
            description = "The condition of this name, or the first whose name contains it; default: the first.")
    private String condition = "";

    @Option(
            names = "--cell",
            paramLabel = "NAME",
            description = "The cell: some add routers for WAN gateways; default: the first.")
    private String cell = "";

    /** A condition, and the network of a cell under it. */
    record Chosen(Condition condition, NetworkPlan plan) {}

    Chosen of(Scenario scenario) throws CommandException {
        List<Condition> conditions = scenario.conditions();
        Condition chosen = conditions.stream()
                .filter(each -> each.name().equals(condition))
                .findFirst()
                .or(() -> conditions.stream()
                        .filter(each -> each.name().contains(condition))
                        .findFirst())
                .orElseThrow(() -> nothing(scenario, "condition", condition));
        Cell of = scenario.cells().stream()
                .filter(each -> cell.isEmpty() || each.name().equals(cell))
                .findFirst()
                .orElseThrow(() -> nothing(scenario, "cell", cell));
        return new Chosen(chosen, scenario.networkFor(chosen, of));
    }

    private static CommandException nothing(Scenario scenario, String what, String name) {
        return CommandException.environment("no " + what + " '" + name + "' in " + scenario.name() + "; `c4i lab list "
                + scenario.name() + "` shows what it has");
    }
}
