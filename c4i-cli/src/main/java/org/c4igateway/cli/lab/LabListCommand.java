package org.c4igateway.cli.lab;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.cli.base.Json;
import org.c4igateway.cli.base.TextTable;
import org.c4igateway.lab.scenario.Cell;
import org.c4igateway.lab.scenario.Condition;
import org.c4igateway.lab.scenario.Scenario;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists scenarios, or what one consists of. */
@Command(name = "list", description = "List the scenarios, or the conditions and cells of one.")
final class LabListCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "SCENARIO",
            arity = "0..*",
            description = "Name of a scenario, or file of your own scenario.")
    private List<String> names = List.of();

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Mixin
    private final LabScenarios scenarios = new LabScenarios();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws CommandException {
        List<Scenario> found = new ArrayList<>();
        for (String name : names.isEmpty() ? allNames() : names) {
            found.add(scenarios.read(name));
        }
        if (json) {
            spec.commandLine()
                    .getOut()
                    .println(Json.write(found.stream().map(LabListCommand::map).toList()));
            return ExitStatus.SUCCESS;
        }
        if (names.isEmpty()) {
            TextTable table = new TextTable("SCENARIO", "CONDITIONS", "OPTIONAL", "CELLS", "TITLE");
            found.forEach(scenario -> table.row(
                    scenario.name(),
                    scenario.conditions().stream()
                            .filter(condition -> !condition.optional())
                            .count(),
                    scenario.conditions().stream().filter(Condition::optional).count(),
                    scenario.cells().size(),
                    scenario.title().english()));
            table.print(spec.commandLine().getOut());
        } else {
            found.forEach(this::print);
        }
        return ExitStatus.SUCCESS;
    }

    private List<String> allNames() throws CommandException {
        try {
            return scenarios.all().names();
        } catch (IOException e) {
            throw CommandException.environment("the scenarios cannot be listed: " + e.getMessage());
        }
    }

    private void print(Scenario scenario) {
        var out = spec.commandLine().getOut();
        out.println(scenario.name() + ": " + scenario.title().english());
        scenario.conditions()
                .forEach(condition ->
                        out.println("  condition  " + condition.name() + (condition.optional() ? "  (optional)" : "")));
        scenario.cells()
                .forEach(cell -> out.println(
                        "  cell       " + cell.name() + "  (" + cell.label().english() + ")"));
        out.println("  repetitions  " + scenario.procedure().repetitions());
    }

    private static Map<String, Object> map(Scenario scenario) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", scenario.name());
        map.put("title", scenario.title().english());
        map.put(
                "conditions",
                scenario.conditions().stream().map(Condition::name).toList());
        map.put("cells", scenario.cells().stream().map(Cell::name).toList());
        map.put("repetitions", scenario.procedure().repetitions());
        return map;
    }
}
