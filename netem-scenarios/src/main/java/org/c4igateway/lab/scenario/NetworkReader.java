package org.c4igateway.lab.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.lab.net.NetworkPlan;
import org.c4igateway.lab.net.NetworkPlan.Kind;
import org.c4igateway.lab.net.NetworkPlan.Wire;
import org.c4igateway.topics.yaml.YamlNode;

/** Reads the section {@code network}. */
final class NetworkReader {
    private static final Set<String> KEYS = Set.of("hosts", "switches", "routers", "links");

    private NetworkReader() {}

    /** The elements and links with plain cables; {@link #wired} puts in what a condition needs. */
    static NetworkPlan read(YamlNode section) {
        Map<String, YamlNode> entries = section.map(KEYS);
        List<NetworkPlan.Element> elements = new ArrayList<>();
        elements.addAll(elements(section.required(entries, "hosts"), Kind.HOST));
        elements.addAll(elements(entries.get("switches"), Kind.SWITCH));
        elements.addAll(elements(entries.get("routers"), Kind.ROUTER));
        List<NetworkPlan.Link> links = new ArrayList<>();
        section.required(entries, "links").map(Set.of()).forEach((name, ends) -> links.add(link(name, ends, elements)));
        try {
            return new NetworkPlan(elements, links);
        } catch (IllegalArgumentException e) {
            throw section.fault(String.valueOf(e.getMessage()));
        }
    }

    private static List<NetworkPlan.Element> elements(@org.jspecify.annotations.Nullable YamlNode names, Kind kind) {
        List<NetworkPlan.Element> elements = new ArrayList<>();
        if (names != null) {
            List<YamlNode> nodes = names.isList() ? names.list() : List.of(names);
            for (YamlNode name : nodes) {
                try {
                    elements.add(new NetworkPlan.Element(name.text(), kind));
                } catch (IllegalArgumentException e) {
                    throw name.fault(String.valueOf(e.getMessage()));
                }
            }
        }
        return elements;
    }

    private static NetworkPlan.Link link(String name, YamlNode ends, List<NetworkPlan.Element> elements) {
        List<YamlNode> both = ends.list();
        if (both.size() != 2) {
            throw ends.fault("a link has two ends, [FROM, TO], not " + both.size());
        }
        for (YamlNode end : both) {
            if (elements.stream().noneMatch(element -> element.name().equals(end.text()))) {
                throw end.fault("no host, switch or router is named '" + end.text() + "'");
            }
        }
        try {
            return new NetworkPlan.Link(
                    name, both.getFirst().text(), both.getLast().text(), Wire.PLAIN);
        } catch (IllegalArgumentException e) {
            throw ends.fault(String.valueOf(e.getMessage()));
        }
    }

    /** The same network with each link able to do what a condition and its events ask of it. */
    static NetworkPlan wired(NetworkPlan plan, Condition condition) {
        Map<String, Wire> wires = new LinkedHashMap<>();
        condition.links().forEach((name, ways) -> {
            wires.merge(name, ways.forward().wire(), NetworkReader::stronger);
            wires.merge(name, ways.backward().wire(), NetworkReader::stronger);
        });
        condition.events().stream()
                .filter(event -> event.action() == Event.Action.SILENCE)
                .forEach(event -> wires.merge(event.target(), Wire.SHAPED, NetworkReader::stronger));
        return new NetworkPlan(
                plan.elements(),
                plan.links().stream()
                        .map(link -> new NetworkPlan.Link(
                                link.name(), link.from(), link.to(), wires.getOrDefault(link.name(), Wire.PLAIN)))
                        .toList(),
                plan.plumbing());
    }

    private static Wire stronger(Wire one, Wire other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
