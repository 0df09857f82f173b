package org.c4igateway.lab.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.lab.net.NetworkPlan;
import org.c4igateway.topics.yaml.YamlNode;
import org.jspecify.annotations.Nullable;

/** Reads one scenario. */
final class ScenarioReader {
    private static final Set<String> KEYS = Set.of(
            "title",
            "layer",
            "paper",
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
    private static final Set<String> OF_ROWS = Set.of("events", "wire-bytes", "warm-up", "newcomer", "paper-figure");
    private static final int MAX_CHARACTERS = 1 << 20;
    private static final int DEFAULT_REPETITIONS = 15;
    private static final Duration DEFAULT_LIMIT = Duration.ofSeconds(400);

    private final Map<String, Cell> shipped;

    /** @param shipped cells that every scenario may name */
    ScenarioReader(Map<String, Cell> shipped) {
        this.shipped = shipped;
    }

    static YamlNode root(String file, String yaml) {
        return YamlNode.read(file, yaml, MAX_CHARACTERS);
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
        Scenario.Layer layer = layer(entries);
        NetworkPlan network = NetworkReader.read(root.required(entries, "network"));
        ConditionReader conditionReader = new ConditionReader(
                layer,
                network,
                root.required(entries, "workload"),
                entries.get("events"),
                numbers(entries.get("wire-bytes")));
        List<Condition> conditions = conditionReader.read(root.required(entries, "conditions"));
        YamlNode named = root.required(entries, "cells");
        List<Cell> cells = cells(named, entries.get("define-cells"));
        requireSites(named, cells, network);
        requireLayer(named, cells, layer);
        return new Scenario(
                name,
                CellReader.label(root.required(entries, "title")),
                network,
                cells,
                conditions,
                procedure(entries, network),
                goal(root, entries, cells, conditions));
    }

    private static Scenario.Layer layer(Map<String, YamlNode> entries) {
        YamlNode named = entries.get("layer");
        Scenario.Layer layer = named == null ? Scenario.Layer.ROWS : CellReader.choice(Scenario.Layer.class, named);
        if (layer == Scenario.Layer.TRANSPORT) {
            entries.forEach((key, value) -> {
                if (OF_ROWS.contains(key)) {
                    throw value.fault("the layer transport has no " + key);
                }
            });
        }
        return layer;
    }

    private static void requireLayer(YamlNode place, List<Cell> cells, Scenario.Layer layer) {
        for (Cell cell : cells) {
            if (cell.carrier().isOfTransport() != (layer == Scenario.Layer.TRANSPORT)) {
                throw place.fault("the cell '" + cell.name() + "' is not of the layer "
                        + layer.name().toLowerCase(java.util.Locale.ROOT));
            }
        }
    }

    private static Scenario.Goal goal(
            YamlNode root, Map<String, YamlNode> entries, List<Cell> cells, List<Condition> conditions) {
        YamlNode named = root.required(entries, "figure");
        Scenario.Figure figure = CellReader.choice(Scenario.Figure.class, named);
        requireFigure(named, figure, conditions);
        YamlNode paper = entries.get("paper-figure");
        return new Scenario.Goal(
                figure,
                paper == null ? figure : CellReader.choice(Scenario.Figure.class, paper),
                new ExpectationReader(cells, conditions).read(entries.get("expect")),
                statements(entries.get("paper")));
    }

    private static void requireFigure(YamlNode named, Scenario.Figure figure, List<Condition> conditions) {
        for (Condition condition : conditions) {
            boolean fits = condition
                    .exchange()
                    .map(exchange -> figure == figure(exchange.kind()))
                    .orElse(!figure.isOfTransport());
            if (!fits) {
                throw named.fault(
                        "the figure of the layer transport is round-trip, fan-latency where the workload is a"
                                + " fan, stream-rate where it is a stream, runtime where it is a job, write-time where it is"
                                + " durability, sample-rate where it is samples, or meeting-time where it is entities, and of no other layer");
            }
        }
    }

    private static Scenario.Figure figure(Exchange.Kind kind) {
        return switch (kind) {
            case Exchange.Kind.RoundTrip _ -> Scenario.Figure.ROUND_TRIP;
            case Exchange.Kind.Fan _ -> Scenario.Figure.FAN_LATENCY;
            case Exchange.Kind.Stream _ -> Scenario.Figure.STREAM_RATE;
            case Exchange.Kind.Job _ -> Scenario.Figure.RUNTIME;
            case Exchange.Kind.Durability _ -> Scenario.Figure.WRITE_TIME;
            case Exchange.Kind.Samples _ -> Scenario.Figure.SAMPLE_RATE;
            case Exchange.Kind.Entities _ -> Scenario.Figure.MEETING_TIME;
        };
    }

    private static List<Label> statements(@Nullable YamlNode section) {
        return section == null
                ? List.of()
                : section.list().stream().map(CellReader::label).toList();
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
}
