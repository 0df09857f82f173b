package org.c4igateway.lab.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.lab.scenario.Cell;
import org.c4igateway.lab.scenario.Condition;
import org.c4igateway.lab.scenario.Scenario;
import org.jspecify.annotations.Nullable;

/**
 * What an experiment is, and the machine it ran on; kept beside its results.
 *
 * @param scenarios names as {@link org.c4igateway.lab.scenario.Scenarios#read} takes them, paths of files too, in order
 * @param parts what runs of each scenario, by the scenario's name
 * @param repetitions of each cell under each condition; 0 for what each scenario says
 * @param timeLimitSeconds after which a run has not finished; 0 for what each scenario says
 * @param quick whether runs of the layer {@code transport} make few round trips; null in results of older releases
 * @param command how it was called
 * @param environment what the results depend on, by name: driver, kernel, versions, commit
 */
public record Experiment(
        List<String> scenarios,
        Map<String, Part> parts,
        int repetitions,
        double timeLimitSeconds,
        @Nullable Boolean quick,
        String command,
        Map<String, String> environment) {
    /** Fact about the environment of results: names of runs that failed and were made again. */
    public static final String MADE_AGAIN = "runs that failed and were made again";

    private static final List<String> COMPARED = List.of(
            RunEnvironment.PROCESSOR,
            RunEnvironment.JDK,
            RunEnvironment.LIBRARIES,
            RunEnvironment.COMMIT,
            RunEnvironment.DRIVER,
            RunEnvironment.SCENARIO_FILES);

    public Experiment {
        scenarios = List.copyOf(scenarios);
        parts = Collections.unmodifiableMap(new LinkedHashMap<>(parts));
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }

    /** A scenario as this experiment runs it: with its time limit, and its counts of round trips. */
    public Scenario limited(Scenario whole) {
        Scenario scenario = Boolean.TRUE.equals(quick) ? whole.quickly() : whole;
        return timeLimitSeconds > 0
                ? scenario.withTimeLimit(Duration.ofMillis(Math.round(timeLimitSeconds * 1_000)))
                : scenario;
    }

    /** A scenario with those of its conditions and cells that this experiment runs. */
    public Scenario part(Scenario whole) {
        Part part = parts.getOrDefault(whole.name(), new Part(List.of(), List.of()));
        return whole.withConditions(whole.conditions().stream()
                        .filter(condition -> part.conditions().contains(condition.name()))
                        .toList())
                .withCells(whole.cells().stream()
                        .filter(cell -> part.cells().contains(cell.name()))
                        .toList());
    }

    /**
     * What would make further runs incomparable with those that are made; empty for nothing.
     *
     * @param now environment of the further runs, by name
     */
    public List<String> differences(Map<String, String> now) {
        List<String> differences = new ArrayList<>();
        for (String name : COMPARED) {
            String before = environment.get(name);
            String after = now.get(name);
            if (before != null && after != null && !before.equals(after)) {
                differences.add(name + " is " + after + " and was " + before);
            }
        }
        return differences;
    }

    /** The same experiment with one more fact about its environment. */
    public Experiment knowing(String name, String fact) {
        Map<String, String> more = new LinkedHashMap<>(environment);
        more.put(name, fact);
        return new Experiment(scenarios, parts, repetitions, timeLimitSeconds, quick, command, more);
    }

    /** All conditions and cells of scenarios, by the scenario's name. */
    public static Map<String, Part> partsOf(List<Scenario> scenarios) {
        Map<String, Part> parts = new LinkedHashMap<>();
        for (Scenario scenario : scenarios) {
            parts.put(
                    scenario.name(),
                    new Part(
                            scenario.conditions().stream().map(Condition::name).toList(),
                            scenario.cells().stream().map(Cell::name).toList()));
        }
        return parts;
    }

    /** Names of the conditions and cells that run. */
    public record Part(List<String> conditions, List<String> cells) {
        public Part {
            conditions = List.copyOf(conditions);
            cells = List.copyOf(cells);
        }
    }
}
