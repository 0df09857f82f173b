package org.c4igateway.lab.run;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What an experiment is, and the machine it ran on; kept beside its results.
 *
 * @param scenarios names, in order
 * @param parts what runs of each scenario
 * @param repetitions of each cell under each condition; 0 for what each scenario says
 * @param command how it was called
 * @param environment what the results depend on, by name: driver, kernel, versions, commit
 */
public record Experiment(
        List<String> scenarios,
        Map<String, Part> parts,
        int repetitions,
        String command,
        Map<String, String> environment) {
    public Experiment {
        scenarios = List.copyOf(scenarios);
        parts = Collections.unmodifiableMap(new LinkedHashMap<>(parts));
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }

    /** Names of the conditions and cells that run. */
    public record Part(List<String> conditions, List<String> cells) {
        public Part {
            conditions = List.copyOf(conditions);
            cells = List.copyOf(cells);
        }
    }
}
