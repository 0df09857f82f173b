package org.c4igateway.cli.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.app.SpellingSuggestions;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.lab.scenario.Scenario;
import org.c4igateway.lab.scenario.ScenarioException;
import org.c4igateway.lab.scenario.Scenarios;
import picocli.CommandLine.Option;

/** Where the scenarios of the lab's commands come from. */
final class LabScenarios {
    @Option(
            names = "--scenarios",
            paramLabel = "DIR",
            description = "Directory of scenarios and cells; default: netem-scenarios/scenarios.")
    private Path directory = Path.of(System.getProperty("c4i.home", "."), "netem-scenarios", "scenarios");

    Scenarios all() throws CommandException {
        if (!Files.isDirectory(directory)) {
            throw CommandException.environment("no directory " + directory + "; name a directory with --scenarios");
        }
        try {
            return Scenarios.in(directory);
        } catch (IOException | ScenarioException e) {
            throw CommandException.environment(String.valueOf(e.getMessage()));
        }
    }

    Scenario read(String name) throws CommandException {
        Scenarios scenarios = all();
        try {
            return scenarios.read(name);
        } catch (ScenarioException e) {
            throw CommandException.environment("scenario " + name + " cannot be used:\n" + e.getMessage());
        } catch (IOException e) {
            throw CommandException.environment("no scenario " + name + near(name, scenarios));
        }
    }

    /** The scenarios of these names, each with a digest of its file. */
    String files(List<String> names) throws CommandException, IOException {
        Scenarios scenarios = all();
        List<String> files = new ArrayList<>();
        for (String name : names) {
            files.add(name + " " + scenarios.digest(name));
        }
        return String.join(", ", files);
    }

    private static String near(String name, Scenarios scenarios) {
        List<String> known;
        try {
            known = scenarios.names();
        } catch (IOException e) {
            known = List.of();
        }
        List<String> near = SpellingSuggestions.of(name, known);
        return near.isEmpty() ? "; `c4i lab list` shows all" : "\n     did you mean: " + String.join(", ", near) + "?";
    }
}
