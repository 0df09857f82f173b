package org.c4igateway.lab.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.c4igateway.lab.net.Impairment;
import org.c4igateway.lab.net.NetworkPlan;
import org.c4igateway.topics.yaml.YamlNode;
import org.jspecify.annotations.Nullable;

/** Reads {@code conditions}. */
final class ConditionReader {
    private static final Set<String> KEYS =
            Set.of("links", "plumbing", "workload", "events", "paper", "bounds", "optional");
    private static final Pattern PUBLISHED =
            Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?) ?(?:\\+-|±) ?(\\d{1,9}(?:\\.\\d{1,3})?)");

    private final NetworkPlan network;
    private final FlowReader flows;
    private final ExchangeReader exchanges;
    private final Scenario.Layer layer;
    private final YamlNode workload;
    private final @Nullable YamlNode events;
    private final Map<String, Double> wireBytes;

    /**
     * @param layer the scenario's
     * @param workload the scenario's
     * @param events the scenario's; null for none
     * @param wireBytes bytes on the wire per message by name of bound
     */
    ConditionReader(
            Scenario.Layer layer,
            NetworkPlan network,
            YamlNode workload,
            @Nullable YamlNode events,
            Map<String, Double> wireBytes) {
        this.layer = layer;
        this.network = network;
        this.flows = new FlowReader(network);
        this.exchanges = new ExchangeReader(network);
        this.workload = workload;
        this.events = events;
        this.wireBytes = wireBytes;
    }

    List<Condition> read(YamlNode section) {
        List<Condition> conditions = new ArrayList<>();
        section.map(Set.of()).forEach((name, node) -> conditions.add(condition(name, node)));
        if (conditions.isEmpty()) {
            throw section.fault("no condition");
        }
        return conditions;
    }

    private Condition condition(String name, YamlNode node) {
        Map<String, YamlNode> entries = node.map(KEYS);
        Map<String, Condition.Directions> links = links(entries.get("links"));
        YamlNode own = entries.get("workload");
        YamlNode said = own == null ? workload : own;
        YamlNode inherited = own == null ? null : workload;
        boolean rows = layer == Scenario.Layer.ROWS;
        if (!rows && entries.containsKey("events")) {
            throw node.required(entries, "events").fault("there are no events in the layer transport");
        }
        YamlNode optional = entries.get("optional");
        Optional<Exchange> exchange = rows ? Optional.empty() : Optional.of(exchanges.read(said, inherited));
        return new Condition(
                name,
                links,
                plumbing(entries.get("plumbing"), exchange),
                rows ? flows.read(said, inherited) : List.of(),
                exchange,
                rows ? events(entries.containsKey("events") ? entries.get("events") : events) : List.of(),
                new Condition.Reference(paper(entries.get("paper")), bounds(entries.get("bounds"), links)),
                optional != null && Units.yes(optional));
    }

    private static Optional<NetworkPlan.Plumbing> plumbing(@Nullable YamlNode named, Optional<Exchange> exchange) {
        if (named == null) {
            return Optional.empty();
        }
        if (exchange.filter(Exchange::mayRunInPods).isEmpty()) {
            throw named.fault("plumbing is of round trips and streams of the layer transport, between two hosts");
        }
        return Optional.of(CellReader.choice(NetworkPlan.Plumbing.class, named));
    }

    private Map<String, Condition.Directions> links(@Nullable YamlNode section) {
        Map<String, Condition.Directions> links = new LinkedHashMap<>();
        if (section != null) {
            section.map(Set.of()).forEach((name, node) -> {
                requireLink(name, node);
                links.put(name, LinkReader.read(node));
            });
        }
        return links;
    }

    private void requireLink(String name, YamlNode place) {
        List<String> known =
                network.links().stream().map(NetworkPlan.Link::name).toList();
        if (!known.contains(name)) {
            throw place.fault("no link is named '" + name + "', only " + String.join(", ", known));
        }
    }

    private List<Event> events(@Nullable YamlNode section) {
        if (section == null) {
            return List.of(new Event(Duration.ZERO, Event.Action.SUBMIT, ""));
        }
        List<Event> read = new ArrayList<>();
        for (YamlNode item : section.list()) {
            read.add(event(item));
        }
        if (read.stream().noneMatch(event -> event.action() == Event.Action.SUBMIT)) {
            throw section.fault("nothing is ever submitted: add {at: 0s, submit: all}");
        }
        read.sort(Comparator.comparing(Event::at));
        return read;
    }

    private Event event(YamlNode item) {
        Set<String> keys = new java.util.TreeSet<>(Set.of("at"));
        for (Event.Action action : Event.Action.values()) {
            keys.add(action.name().toLowerCase(Locale.ROOT));
        }
        Map<String, YamlNode> entries = item.map(keys);
        Duration at = Units.time(item.required(entries, "at"));
        if (entries.size() != 2) {
            throw item.fault("an event has a time and one action");
        }
        for (Event.Action action : Event.Action.values()) {
            YamlNode target = entries.get(action.name().toLowerCase(Locale.ROOT));
            if (target != null) {
                return new Event(at, action, target(action, target));
            }
        }
        throw item.fault("an event has an action");
    }

    private String target(Event.Action action, YamlNode node) {
        if (action == Event.Action.SUBMIT) {
            return "";
        }
        if (!action.concernsNode()) {
            requireLink(node.text(), node);
        } else if (network.elements().stream()
                .noneMatch(element -> element.kind() == NetworkPlan.Kind.HOST
                        && element.name().equals(node.text()))) {
            throw node.fault("no host is named '" + node.text() + "'");
        }
        return node.text();
    }

    private static Map<String, Condition.Published> paper(@Nullable YamlNode section) {
        Map<String, Condition.Published> paper = new LinkedHashMap<>();
        if (section != null) {
            section.map(Set.of()).forEach((column, node) -> {
                Matcher matcher = PUBLISHED.matcher(node.text());
                if (!matcher.matches()) {
                    throw node.fault("'" + node.text() + "' is not a mean and a deviation such as 69 ± 24");
                }
                paper.put(
                        column,
                        new Condition.Published(
                                Double.parseDouble(matcher.group(1)), Double.parseDouble(matcher.group(2))));
            });
        }
        return paper;
    }

    /** Those that follow from the links, and those that the condition gives. */
    private Map<String, Double> bounds(@Nullable YamlNode section, Map<String, Condition.Directions> links) {
        Map<String, Double> bounds = new LinkedHashMap<>();
        double capacity = links.values().stream()
                .map(Condition.Directions::forward)
                .filter(way -> way.rate().bitsPerSecond() > 0)
                .mapToDouble(ConditionReader::goodBitsPerSecond)
                .min()
                .orElse(0);
        if (capacity > 0) {
            wireBytes.forEach((name, bytes) -> bounds.put(name, capacity / 8 / bytes));
        }
        if (section != null) {
            section.map(Set.of()).forEach((name, node) -> bounds.put(name, node.number()));
        }
        return bounds;
    }

    /** What an ideal repair of losses leaves of a link. */
    private static double goodBitsPerSecond(Impairment way) {
        boolean after = way.loss().placement() == Impairment.Loss.Placement.AFTER_SHAPER;
        return way.rate().bitsPerSecond() * (after ? 1 - way.loss().share() : 1);
    }
}
