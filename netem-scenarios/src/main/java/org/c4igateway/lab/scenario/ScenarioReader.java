package org.c4igateway.lab.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.lab.net.NetworkPlan;
import org.c4igateway.lab.scenario.Scenario.Expectation.Kind;
import org.c4igateway.topics.yaml.YamlNode;
import org.jspecify.annotations.Nullable;

/** Reads one scenario. */
final class ScenarioReader {
    private static final Set<String> KEYS = Set.of(
            "title",
            "network",
            "cells",
            "define-cells",
            "workload",
            "events",
            "conditions",
            "wire-bytes",
            "warm-up",
            "time-limit",
            "repetitions",
            "seed",
            "newcomer",
            "figure",
            "paper-figure",
            "expect");
    private static final int MOST_CHARACTERS = 1 << 20;
    private static final int DEFAULT_REPETITIONS = 15;
    private static final Duration DEFAULT_LIMIT = Duration.ofSeconds(400);

    private final Map<String, Cell> shipped;

    /** @param shipped cells that every scenario may name */
    ScenarioReader(Map<String, Cell> shipped) {
        this.shipped = shipped;
    }

    static YamlNode root(String file, String yaml) {
        return YamlNode.read(file, yaml, MOST_CHARACTERS);
    }

    /**
     * @param name of the scenario
     * @param file for complaints
     */
    Scenario read(String name, String file, String yaml) throws ScenarioException {
        try {
            return read(name, root(file, yaml));
        } catch (YamlNode.Fault e) {
            throw new ScenarioException(List.of(String.valueOf(e.getMessage())));
        }
    }

    private Scenario read(String name, YamlNode root) {
        Map<String, YamlNode> entries = root.map(KEYS);
        NetworkPlan network = NetworkReader.read(root.required(entries, "network"));
        ConditionReader conditionReader = new ConditionReader(
                network, root.required(entries, "workload"), entries.get("events"), numbers(entries.get("wire-bytes")));
        List<Condition> conditions = conditionReader.read(root.required(entries, "conditions"));
        YamlNode named = root.required(entries, "cells");
        List<Cell> cells = cells(named, entries.get("define-cells"));
        requireSites(named, cells, network);
        return new Scenario(
                name,
                CellReader.label(root.required(entries, "title")),
                network,
                cells,
                conditions,
                procedure(entries, network),
                goal(root, entries, cells, conditions));
    }

    private static Scenario.Goal goal(
            YamlNode root, Map<String, YamlNode> entries, List<Cell> cells, List<Condition> conditions) {
        Scenario.Figure figure = CellReader.choice(Scenario.Figure.class, root.required(entries, "figure"));
        YamlNode paper = entries.get("paper-figure");
        return new Scenario.Goal(
                figure,
                paper == null ? figure : CellReader.choice(Scenario.Figure.class, paper),
                expectations(entries.get("expect"), cells, conditions));
    }

    private List<Cell> cells(YamlNode names, @Nullable YamlNode defined) {
        Map<String, Cell> known = new LinkedHashMap<>(shipped);
        if (defined != null) {
            known.putAll(CellReader.read(defined));
        }
        List<Cell> cells = new ArrayList<>();
        for (YamlNode name : names.list()) {
            Cell cell = known.get(name.text());
            if (cell == null) {
                throw name.fault("no cell is named '" + name.text() + "'; known: " + String.join(", ", known.keySet()));
            }
            cells.add(cell);
        }
        if (cells.isEmpty()) {
            throw names.fault("no cell");
        }
        return cells;
    }

    private static void requireSites(YamlNode place, List<Cell> cells, NetworkPlan network) {
        boolean wanted = cells.stream().anyMatch(cell -> cell.carrier().joinsSites());
        if (wanted && network.withSites().linksOfSites().isEmpty()) {
            throw place.fault("a cell goes via wan or relay, but no link joins two routers or two hosts");
        }
    }

    private static Scenario.Procedure procedure(Map<String, YamlNode> entries, NetworkPlan network) {
        YamlNode warmUp = entries.get("warm-up");
        YamlNode limit = entries.get("time-limit");
        YamlNode repetitions = entries.get("repetitions");
        YamlNode seed = entries.get("seed");
        return new Scenario.Procedure(
                warmUp == null ? 0 : warmUp.integer(0),
                limit == null ? DEFAULT_LIMIT : Units.time(limit),
                repetitions == null ? DEFAULT_REPETITIONS : repetitions.integer(1),
                seed == null ? 1 : seed.integer(0),
                newcomer(entries.get("newcomer"), network));
    }

    private static String newcomer(@Nullable YamlNode name, NetworkPlan network) {
        if (name == null) {
            return "";
        }
        boolean host = network.elements().stream()
                .anyMatch(element -> element.kind() == NetworkPlan.Kind.HOST
                        && element.name().equals(name.text()));
        if (!host) {
            throw name.fault("'" + name.text() + "' is no host of the network");
        }
        return name.text();
    }

    private static Map<String, Double> numbers(@Nullable YamlNode section) {
        Map<String, Double> numbers = new LinkedHashMap<>();
        if (section != null) {
            section.map(Set.of()).forEach((name, node) -> {
                if (node.number() <= 0) {
                    throw node.fault("must be more than 0");
                }
                numbers.put(name, node.number());
            });
        }
        return numbers;
    }

    private static List<Scenario.Expectation> expectations(
            @Nullable YamlNode section, List<Cell> cells, List<Condition> conditions) {
        List<Scenario.Expectation> expectations = new ArrayList<>();
        for (YamlNode item : section == null ? List.<YamlNode>of() : section.list()) {
            Map<String, YamlNode> entries =
                    item.map(Set.of("cell", "condition", "at-least", "at-most", "share-of-bound", "times", "of"));
            YamlNode cell = item.required(entries, "cell");
            if (cells.stream().noneMatch(known -> known.name().equals(cell.text()))) {
                throw cell.fault("the scenario has no cell '" + cell.text() + "'");
            }
            expectations.add(expectation(
                    item,
                    entries,
                    cell.text(),
                    condition(entries.get("condition"), conditions),
                    condition(entries.get("of"), conditions)));
        }
        return expectations;
    }

    private static String condition(@Nullable YamlNode name, List<Condition> conditions) {
        if (name != null && conditions.stream().noneMatch(known -> known.name().equals(name.text()))) {
            throw name.fault("the scenario has no condition '" + name.text() + "'");
        }
        return name == null ? "" : name.text();
    }

    private static Scenario.Expectation expectation(
            YamlNode item, Map<String, YamlNode> entries, String cell, String condition, String other) {
        YamlNode least = entries.get("at-least");
        YamlNode most = entries.get("at-most");
        YamlNode share = entries.get("share-of-bound");
        YamlNode times = entries.get("times");
        if (least != null) {
            return new Scenario.Expectation(cell, condition, Kind.AT_LEAST, least.number(), "");
        }
        if (most != null) {
            return new Scenario.Expectation(cell, condition, Kind.AT_MOST, most.number(), "");
        }
        if (share != null) {
            return new Scenario.Expectation(cell, condition, Kind.SHARE_OF_BOUND, Units.share(share), "");
        }
        if (times != null && !other.isEmpty()) {
            return new Scenario.Expectation(cell, condition, Kind.TIMES_OTHER, times.number(), other);
        }
        throw item.fault("nothing is expected: add at-least, at-most, share-of-bound, or times with of");
    }
}
