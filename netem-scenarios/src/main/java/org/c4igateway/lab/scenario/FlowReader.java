package org.c4igateway.lab.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.lab.net.NetworkPlan;
import org.c4igateway.topics.yaml.YamlNode;
import org.jspecify.annotations.Nullable;

/** Reads {@code workload}, of a scenario or of one condition; what a condition does not say is the scenario's. */
final class FlowReader {
    private static final Set<String> KEYS =
            Set.of("from", "to", "messages", "bytes", "topic", "precedence", "subjects", "per-second");
    private static final List<String> PRECEDENCES = List.of("flash", "immediate", "priority", "routine");
    private static final int MAX_BYTES = 1_000_000;
    private static final int MIN_BYTES = 100;
    private static final int MAX_MESSAGES = 1_000_000;

    private final List<String> hosts;

    FlowReader(NetworkPlan network) {
        this.hosts = network.elements().stream()
                .filter(element -> element.kind() == NetworkPlan.Kind.HOST)
                .map(NetworkPlan.Element::name)
                .toList();
    }

    /** @param inherited the scenario's workload; null when this is it */
    List<Flow> read(YamlNode node, @Nullable YamlNode inherited) {
        Map<String, YamlNode> entries = new LinkedHashMap<>();
        if (inherited != null) {
            entries.putAll(inherited.map(KEYS));
        }
        entries.putAll(node.map(KEYS));
        List<Flow> flows = new ArrayList<>();
        for (String from : systems(node.required(entries, "from"), hosts)) {
            List<String> others =
                    hosts.stream().filter(host -> !host.equals(from)).toList();
            List<String> to = systems(node.required(entries, "to"), others);
            if (to.contains(from)) {
                throw node.fault(from + " cannot send to itself");
            }
            flows.add(new Flow(from, to, count(node, entries), content(entries), perSecond(entries)));
        }
        return flows;
    }

    private static List<String> systems(YamlNode node, List<String> all) {
        if (!node.isList() && node.text().equals("all")) {
            return all;
        }
        List<YamlNode> names = node.isList() ? node.list() : List.of(node);
        if (names.isEmpty()) {
            throw node.fault("names no host");
        }
        return names.stream().map(name -> known(name, all)).toList();
    }

    private static String known(YamlNode name, List<String> all) {
        if (!all.contains(name.text())) {
            throw name.fault(
                    "'" + name.text() + "' is no host that can be meant here; those are " + String.join(", ", all));
        }
        return name.text();
    }

    private static int count(YamlNode node, Map<String, YamlNode> entries) {
        YamlNode messages = node.required(entries, "messages");
        int count = messages.integer(1);
        if (count > MAX_MESSAGES) {
            throw messages.fault("more than a million");
        }
        return count;
    }

    private static Flow.Content content(Map<String, YamlNode> entries) {
        YamlNode topic = entries.get("topic");
        YamlNode precedence = entries.get("precedence");
        return new Flow.Content(
                bytes(entries.get("bytes")),
                topic == null || topic.text().equals("mixed") ? "" : topic.text(),
                precedence == null ? PRECEDENCES.size() - 1 : precedence(precedence),
                subjects(entries.get("subjects")));
    }

    private static int subjects(@Nullable YamlNode node) {
        if (node == null || node.text().equals("none")) {
            return 0;
        }
        return node.text().equals("each") ? Flow.Content.EACH : node.integer(1);
    }

    private static int bytes(@Nullable YamlNode node) {
        if (node == null || node.text().equals("realistic")) {
            return Flow.Content.REALISTIC;
        }
        int bytes = node.integer(MIN_BYTES);
        if (bytes > MAX_BYTES) {
            throw node.fault("more than a million");
        }
        return bytes;
    }

    private static int precedence(YamlNode node) {
        if (node.text().equals("mixed")) {
            return Flow.Content.MIXED;
        }
        int found = PRECEDENCES.indexOf(node.text());
        if (found < 0) {
            throw node.fault("'" + node.text() + "' is not one of " + String.join(", ", PRECEDENCES) + ", mixed");
        }
        return found;
    }

    private static double perSecond(Map<String, YamlNode> entries) {
        YamlNode node = entries.get("per-second");
        if (node == null || node.text().equals("burst")) {
            return 0;
        }
        double rate = node.number();
        if (rate <= 0 || rate > 1e6) {
            throw node.fault("expected burst, or a number up to a million");
        }
        return rate;
    }
}
