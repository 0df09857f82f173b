package org.c4igateway.lab.advise;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.c4igateway.lab.net.NetworkPlan;
import org.c4igateway.lab.run.Experiment;
import org.c4igateway.lab.run.RunEnvironment;
import org.c4igateway.lab.run.RunResult;
import org.c4igateway.lab.scenario.Condition;
import org.c4igateway.lab.scenario.Flow;
import org.c4igateway.lab.scenario.Scenario;
import org.c4igateway.lab.scenario.ScenarioException;
import org.c4igateway.lab.scenario.Scenarios;
import org.c4igateway.topics.CsvRows;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs that are kept in tables, with the conditions under which they were made. */
public final class StoredTrials {
    private static final String TABLE = "results.csv";
    private static final String SUMMARY = "results.json";
    private static final JsonMapper JSON = new JsonMapper();

    private final Map<Condition, List<Trial>> byCondition = new LinkedHashMap<>();
    private final Scenarios scenarios;
    private final Map<String, Optional<Scenario>> known = new HashMap<>();
    private final Set<Made> kept = new HashSet<>();

    private StoredTrials(Scenarios scenarios) {
        this.scenarios = scenarios;
    }

    /**
     * Reads all tables below directories, each once, and each run once, although its table may have been copied. Those
     * of scenarios that are unknown here are left out.
     *
     * @throws IOException when a directory or a table cannot be read
     */
    public static StoredTrials in(Scenarios scenarios, List<Path> directories) throws IOException {
        Map<Path, Path> tables = new LinkedHashMap<>(); // by real path: directories may lie within each other
        for (Path directory : directories) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path table :
                        files.filter(file -> file.endsWith(TABLE)).sorted().toList()) {
                    tables.putIfAbsent(table.toRealPath(), table);
                }
            }
        }
        StoredTrials stored = new StoredTrials(scenarios);
        for (Path table : tables.values()) {
            stored.read(table);
        }
        return stored;
    }

    /** Conditions of one link and one flow under which transports ran, with the runs. */
    Map<Condition, List<Trial>> byCondition() {
        return byCondition;
    }

    private void read(Path table) throws IOException {
        List<String> faults = new ArrayList<>();
        List<CsvRows.Row> rows =
                new CsvRows(Files.readString(table), (line, reason) -> faults.add(line + ": " + reason)).all();
        if (!faults.isEmpty()) {
            throw new IOException(table + ":" + faults.getFirst());
        }
        Trial.Source source = source(table);
        if (rows.isEmpty()) {
            return;
        }
        List<String> header = rows.getFirst().cells();
        for (CsvRows.Row row : rows.subList(1, rows.size())) {
            Map<String, String> cells = new HashMap<>();
            for (int i = 0; i < Math.min(header.size(), row.cells().size()); i++) {
                cells.put(header.get(i), row.cells().get(i));
            }
            try {
                keep(table, trial(cells, source), cells.getOrDefault("started_at", ""));
            } catch (IllegalArgumentException e) {
                throw new IOException(table + ":" + row.line() + ": not a run: " + e.getMessage(), e);
            }
        }
    }

    /** What tells a run from others, in whatever table it stands: no two of a cell and repetition start together. */
    private record Made(Trial.Place place, int repetition, String startedAt) {}

    /** Short, where people look from. */
    private static String shown(Path table) {
        Path here = Path.of("").toAbsolutePath();
        Path absolute = table.toAbsolutePath().normalize();
        return absolute.startsWith(here) ? here.relativize(absolute).toString() : absolute.toString();
    }

    /** @param startedAt when it was made; where it is empty, each line is a run */
    private void keep(Path table, Trial trial, String startedAt) {
        scenario(table, trial.place().scenario())
                .filter(scenario -> scenario.layer() == Scenario.Layer.ROWS)
                .flatMap(scenario -> scenario.conditions().stream()
                        .filter(condition ->
                                condition.name().equals(trial.place().condition()))
                        .filter(condition -> isOfOneLink(scenario.network(), condition))
                        .findFirst())
                .filter(condition ->
                        startedAt.isEmpty() || kept.add(new Made(trial.place(), trial.repetition(), startedAt)))
                .ifPresent(condition -> byCondition
                        .computeIfAbsent(condition, missing -> new ArrayList<>())
                        .add(trial));
    }

    /** One link is impaired, and one sender reaches its receivers over it only. */
    private static boolean isOfOneLink(NetworkPlan network, Condition condition) {
        if (condition.links().size() != 1 || condition.flows().size() != 1) {
            return false;
        }
        String link = condition.links().keySet().iterator().next();
        Flow flow = condition.flows().getFirst();
        return flow.to().stream().allMatch(to -> network.allWaysLeadOver(link, flow.from(), to));
    }

    /** The one beside the table, else the shipped one. */
    private Optional<Scenario> scenario(Path table, String name) {
        Path beside = table.resolveSibling(name + ".yaml");
        String wanted = Files.isRegularFile(beside) ? beside.toString() : name;
        return known.computeIfAbsent(wanted, missing -> {
            try {
                return Optional.of(scenarios.read(wanted));
            } catch (IOException | ScenarioException e) {
                return Optional.empty(); // made with a scenario that is no longer there
            }
        });
    }

    private static Trial trial(Map<String, String> cells, Trial.Source source) {
        return new Trial(
                new Trial.Place(text(cells, "scenario"), text(cells, "condition"), text(cells, "cell")),
                Integer.parseInt(text(cells, "repetition")),
                RunResult.Outcome.valueOf(text(cells, "outcome")),
                expected(cells.getOrDefault("expected", "")),
                number(text(cells, "msg_per_s")),
                number(text(cells, "latency_p99_ms")),
                source);
    }

    private static String text(Map<String, String> cells, String column) {
        String text = cells.get(column);
        if (text == null) {
            throw new IllegalArgumentException("no column " + column);
        }
        return text;
    }

    private static long expected(String text) {
        return text.isEmpty() ? 0 : Long.parseLong(text);
    }

    private static double number(String text) {
        return text.isEmpty() ? Double.NaN : Double.parseDouble(text);
    }

    private static Trial.Source source(Path table) throws IOException {
        Path summary = table.resolveSibling(SUMMARY);
        if (!Files.isRegularFile(summary)) {
            return new Trial.Source(shown(table), "", "");
        }
        try {
            JsonNode environment = JSON.readTree(Files.readString(summary)).path("environment");
            return new Trial.Source(
                    shown(table),
                    environment.path(RunEnvironment.COMMIT).asString(""),
                    environment.path(Experiment.MADE_AGAIN).asString(""));
        } catch (JacksonException e) {
            throw new IOException(summary + " cannot be read: " + e.getOriginalMessage(), e);
        }
    }
}
