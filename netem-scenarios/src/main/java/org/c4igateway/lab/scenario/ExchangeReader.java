package org.c4igateway.lab.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    private static final Set<String> KEYS = Set.of(
            "kind",
            "from",
            "to",
            "bytes",
            "primers",
            "round-trips",
            "writes",
            "writers",
            "readers",
            "per-process",
            "quick",
            "qos",
            "place");
    private static final String ROUND_TRIPS = "round-trips";
    private static final String WRITES = "writes";
    private static final int MIN_BYTES = 4;
    private static final int MIN_BYTES_OF_FAN = 16;
    private static final int MAX_ENDS = 100; // participants of one address
    private static final int MAX_BYTES = 65_000; // one datagram
    private static final int MAX_ROUND_TRIPS = 10_000_000;

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
        String counted = switch (kind.text()) {
            case "round-trip" -> ROUND_TRIPS;
            case "fan" -> WRITES;
            default ->
                throw kind.fault("'" + kind.text() + "' is no workload of the layer transport; known: round-trip, fan");
        };
        Optional<Exchange.Fan> fan = counted.equals(WRITES) ? Optional.of(fan(node, entries)) : Optional.empty();
        Exchange.Place place = CellReader.choice(Exchange.Place.class, node.required(entries, "place"));
        Exchange.Counts counts = counts(node, entries, counted);
        YamlNode quick = entries.get("quick");
        return new Exchange(
                place,
                host(node.required(entries, "from")),
                to(node, entries, place),
                sizes(node.required(entries, "bytes"), fan.isPresent() ? MIN_BYTES_OF_FAN : MIN_BYTES),
                reliable(node.required(entries, "qos"), fan.isPresent()),
                counts,
                quick == null ? counts : counts(quick, quick.map(Set.of("primers", counted)), counted),
                fan);
    }

    private static Exchange.Fan fan(YamlNode node, Map<String, YamlNode> entries) {
        return new Exchange.Fan(
                ends(node.required(entries, "writers")),
                ends(node.required(entries, "readers")),
                ends(node.required(entries, "per-process")));
    }

    private static int ends(YamlNode node) {
        int ends = node.integer(1);
        if (ends > MAX_ENDS) {
            throw node.fault("at most " + MAX_ENDS + " ends, not " + ends);
        }
        return ends;
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

    private static Exchange.Counts counts(YamlNode place, Map<String, YamlNode> entries, String counted) {
        return new Exchange.Counts(
                count(place.required(entries, "primers"), 0), count(place.required(entries, counted), 1));
    }

    private static int count(YamlNode node, int least) {
        int count = node.integer(least);
        if (count > MAX_ROUND_TRIPS) {
            throw node.fault("more than " + MAX_ROUND_TRIPS + " round trips or writes");
        }
        return count;
    }

    private static List<Integer> sizes(YamlNode node, int fewest) {
        TreeSet<Integer> sizes = new TreeSet<>();
        for (YamlNode item : node.isList() ? node.list() : List.of(node)) {
            int size = item.integer(fewest);
            if (size > MAX_BYTES) {
                throw item.fault("a payload has " + fewest + " to " + MAX_BYTES + " bytes, not " + size);
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

    private static boolean reliable(YamlNode node, boolean always) {
        if (always && !node.text().equals("reliable")) {
            throw node.fault("a fan is reliable: the next sample is written when the last reader has this one");
        }
        return switch (node.text()) {
            case "reliable" -> true;
            case "best-effort" -> false;
            default -> throw node.fault("'" + node.text() + "' is neither reliable nor best-effort");
        };
    }
}
