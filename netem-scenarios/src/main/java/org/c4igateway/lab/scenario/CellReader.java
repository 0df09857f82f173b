package org.c4igateway.lab.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.c4igateway.topics.yaml.YamlNode;
import org.jspecify.annotations.Nullable;

/** Reads cells: the shipped ones, and those that a scenario defines itself. */
final class CellReader {
    private static final Set<String> KEYS = Set.of(
            "label",
            "carrier",
            "via",
            "paper",
            "bound",
            "congestion-control",
            "kernel",
            "topic",
            "node",
            "slow-links",
            "gateway",
            "answer");
    private static final Set<String> OF_NODES = Set.of("topic", "node", "slow-links", "gateway");

    private static final Pattern OF_IP = Pattern.compile("net\\.ipv[46](\\.[a-z0-9_]{1,64}){1,3}");
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}");

    private CellReader() {}

    /** @param section cells by name */
    static Map<String, Cell> read(YamlNode section) {
        Map<String, Cell> cells = new LinkedHashMap<>();
        section.map(Set.of()).forEach((name, node) -> cells.put(name, cell(name, node)));
        return cells;
    }

    private static Cell cell(String name, YamlNode node) {
        Map<String, YamlNode> entries = node.map(KEYS);
        Cell.Carrier carrier = carrier(node, entries);
        entries.forEach((key, value) -> {
            if (carrier.isOfTransport() ? OF_NODES.contains(key) : key.equals("answer")) {
                throw value.fault("the carrier has no " + key);
            }
        });
        return new Cell(
                name,
                entries.containsKey("label") ? label(node.required(entries, "label")) : Label.of(name),
                carrier,
                new Cell.Comparison(text(entries.get("paper")), text(entries.get("bound"))),
                new Cell.Tuning(
                        text(entries.get("congestion-control")),
                        kernel(entries.get("kernel")),
                        text(entries.get("topic")),
                        settings(entries.get("node")),
                        slow(entries.get("slow-links")),
                        settings(entries.get("gateway")),
                        echo(entries.get("answer"))));
    }

    private static boolean echo(@Nullable YamlNode answer) {
        if (answer == null) {
            return false;
        }
        return switch (answer.text()) {
            case "number" -> false;
            case "echo" -> true;
            default -> throw answer.fault("'" + answer.text() + "' is neither number nor echo");
        };
    }

    private static Cell.Carrier carrier(YamlNode node, Map<String, YamlNode> entries) {
        YamlNode named = node.required(entries, "carrier");
        Cell.Carrier carrier = choice(Cell.Carrier.class, named);
        YamlNode via = entries.get("via");
        if (via == null) {
            return carrier;
        }
        if (carrier != Cell.Carrier.DDS) {
            throw via.fault("only dds goes by a gateway");
        }
        return switch (via.text()) {
            case "wan" -> Cell.Carrier.DDS_WAN;
            case "relay" -> Cell.Carrier.DDS_RELAY;
            default -> throw via.fault("'" + via.text() + "' is neither wan nor relay");
        };
    }

    static Label label(YamlNode node) {
        if (!node.isMap()) {
            return Label.of(node.text());
        }
        Map<String, YamlNode> entries = node.map(Set.of("en", "ko"));
        String english = node.required(entries, "en").text();
        YamlNode korean = entries.get("ko");
        return new Label(english, korean == null ? english : korean.text());
    }

    /** One of an enumeration, written in small letters with hyphens. */
    static <E extends Enum<E>> E choice(Class<E> type, YamlNode node) {
        List<String> known = new ArrayList<>();
        for (E constant : type.getEnumConstants()) {
            String written = constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
            if (written.equals(node.text())) {
                return constant;
            }
            known.add(written);
        }
        throw node.fault("'" + node.text() + "' is not one of " + String.join(", ", known));
    }

    private static String text(@Nullable YamlNode node) {
        return node == null ? "" : node.text();
    }

    /** Of IP only: other settings have no namespace, so they would be those of the machine. */
    private static Map<String, String> kernel(@Nullable YamlNode node) {
        Map<String, String> kernel = new LinkedHashMap<>();
        if (node != null) {
            node.map(Set.of()).forEach((key, value) -> {
                if (!OF_IP.matcher(key).matches()
                        || !NUMBER.matcher(value.text()).matches()) {
                    throw value.fault("'" + key + ": " + value.text() + "' is not a setting such as"
                            + " net.ipv4.tcp_rto_max_ms: 1000");
                }
                kernel.put(key, value.text());
            });
        }
        return kernel;
    }

    private static Map<String, String> settings(@Nullable YamlNode node) {
        Map<String, String> settings = new LinkedHashMap<>();
        if (node != null) {
            node.map(Set.of()).forEach((key, value) -> settings.put(key, value.text()));
        }
        return settings;
    }

    private static List<Cell.Slow> slow(@Nullable YamlNode node) {
        if (node == null) {
            return List.of();
        }
        List<Cell.Slow> slow = new ArrayList<>();
        for (YamlNode item : node.list()) {
            Map<String, YamlNode> entries = item.map(Set.of("up-to", "node"));
            slow.add(new Cell.Slow(
                    Units.bitsPerSecond(item.required(entries, "up-to")), settings(item.required(entries, "node"))));
        }
        return slow;
    }
}
