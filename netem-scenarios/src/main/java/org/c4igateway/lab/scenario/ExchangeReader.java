package org.c4igateway.lab.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.c4igateway.lab.net.NetworkPlan;
import org.c4igateway.topics.yaml.YamlNode;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code workload} of a scenario of the layer {@code transport}, or of one of its conditions; what a condition
 * does not say is the scenario's.
 */
final class ExchangeReader {
    private static final Set<String> KEYS =
            Set.of("kind", "from", "to", "bytes", "primers", "round-trips", "quick", "qos", "place");
    private static final Set<String> COUNTS = Set.of("primers", "round-trips");
    private static final int FEWEST_BYTES = 4;
    private static final int MOST_BYTES = 65_000; // one datagram
    private static final int MOST_ROUND_TRIPS = 10_000_000;

    private final List<String> hosts;

    ExchangeReader(NetworkPlan network) {
        this.hosts = network.elements().stream()
                .filter(element -> element.kind() == NetworkPlan.Kind.HOST)
                .map(NetworkPlan.Element::name)
                .toList();
    }

    /** @param inherited the scenario's workload; null when this is it */
    Exchange read(YamlNode node, @Nullable YamlNode inherited) {
        Map<String, YamlNode> entries = new LinkedHashMap<>();
        if (inherited != null) {
            entries.putAll(inherited.map(KEYS));
        }
        entries.putAll(node.map(KEYS));
        YamlNode kind = node.required(entries, "kind");
        if (!kind.text().equals("round-trip")) {
            throw kind.fault("'" + kind.text() + "' is no workload of the layer transport; known: round-trip");
        }
        Exchange.Place place = CellReader.choice(Exchange.Place.class, node.required(entries, "place"));
        Exchange.Counts counts = counts(node, entries);
        YamlNode quick = entries.get("quick");
        return new Exchange(
                place,
                host(node.required(entries, "from")),
                to(node, entries, place),
                sizes(node.required(entries, "bytes")),
                reliable(node.required(entries, "qos")),
                counts,
                quick == null ? counts : counts(quick, quick.map(COUNTS)));
    }

    private String to(YamlNode node, Map<String, YamlNode> entries, Exchange.Place place) {
        YamlNode from = node.required(entries, "from");
        YamlNode to = entries.get("to");
        if (to == null && place == Exchange.Place.SAME_HOST) {
            return from.text();
        }
        YamlNode named = node.required(entries, "to");
        String host = host(named);
        if (host.equals(from.text()) && place == Exchange.Place.TWO_HOSTS) {
            throw named.fault("two hosts are wanted, but from and to are one: " + host);
        }
        return host;
    }

    private String host(YamlNode node) {
        if (!hosts.contains(node.text())) {
            throw node.fault("'" + node.text() + "' is no host of the network; known: " + String.join(", ", hosts));
        }
        return node.text();
    }

    private static Exchange.Counts counts(YamlNode place, Map<String, YamlNode> entries) {
        YamlNode primers = place.required(entries, "primers");
        YamlNode roundTrips = place.required(entries, "round-trips");
        return new Exchange.Counts(count(primers, 0), count(roundTrips, 1));
    }

    private static int count(YamlNode node, int least) {
        int count = node.integer(least);
        if (count > MOST_ROUND_TRIPS) {
            throw node.fault("more than " + MOST_ROUND_TRIPS + " round trips");
        }
        return count;
    }

    private static List<Integer> sizes(YamlNode node) {
        TreeSet<Integer> sizes = new TreeSet<>();
        for (YamlNode item : node.isList() ? node.list() : List.of(node)) {
            int size = item.integer(FEWEST_BYTES);
            if (size > MOST_BYTES) {
                throw item.fault("a payload has " + FEWEST_BYTES + " to " + MOST_BYTES + " bytes, not " + size);
            }
            if (!sizes.add(size)) {
                throw item.fault("the size " + size + " stands there twice");
            }
        }
        if (sizes.isEmpty()) {
            throw node.fault("no size");
        }
        return new ArrayList<>(sizes);
    }

    private static boolean reliable(YamlNode node) {
        return switch (node.text()) {
            case "reliable" -> true;
            case "best-effort" -> false;
            default -> throw node.fault("'" + node.text() + "' is neither reliable nor best-effort");
        };
    }
}
