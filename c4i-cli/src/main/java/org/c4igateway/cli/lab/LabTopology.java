package org.c4igateway.cli.lab;

import org.c4igateway.cli.base.CommandException;
import org.c4igateway.lab.net.NetworkPlan;
import org.c4igateway.lab.scenario.Cell;
import org.c4igateway.lab.scenario.Condition;
import org.c4igateway.lab.scenario.Scenario;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which network of a scenario is meant: the one of a cell under a condition. */
final class LabTopology {
    @Parameters(paramLabel = "SCENARIO", description = "Name of a scenario, or file of your own scenario.")
    @SuppressWarnings("NullAway.Init") // set by picocli before read()
    private String name;

    @Mixin
    private final LabScenarios scenarios = new LabScenarios();

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

    /** A condition of a scenario, and the network of a cell under it. */
    record Chosen(Scenario scenario, Condition condition, NetworkPlan plan) {}

    Chosen read() throws CommandException {
        Scenario scenario = scenarios.read(name);
        Condition chosen = LabSelection.named(condition, scenario).stream()
                .findFirst()
                .orElseThrow(() -> nothing(scenario, "condition", condition));
        Cell of = scenario.cells().stream()
                .filter(each -> cell.isEmpty() || each.name().equals(cell))
                .findFirst()
                .orElseThrow(() -> nothing(scenario, "cell", cell));
        return new Chosen(scenario, chosen, scenario.networkFor(chosen, of));
    }

    private static CommandException nothing(Scenario scenario, String what, String name) {
        return CommandException.environment("no " + what + " '" + name + "' in " + scenario.name() + "; `c4i lab list "
                + scenario.name() + "` shows what it has");
    }
}
