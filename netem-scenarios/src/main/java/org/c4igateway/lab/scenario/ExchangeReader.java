package org.c4igateway.lab.scenario;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
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
            "volume",
            "kill-receiver-at",
            "numbers",
            "workers",
            "kill-worker-at",
            "durability",
            "reliability",
            "history",
            "max-blocking",
            "samples",
            "participants",
            "topics",
            "broker",
            "store",
            "quick",
            "qos",
            "place");
    private static final String PRIMERS = "primers";
    private static final String ROUND_TRIPS = "round-trips";
    private static final String WRITES = "writes";
    private static final String VOLUME = "volume";
    private static final String NUMBERS = "numbers";
    private static final String SAMPLES = "samples";
    private static final String TOPICS = "topics";
    private static final int MIN_BYTES = 4;
    private static final int MIN_BYTES_OF_FAN = 16;
    private static final int MIN_BYTES_OF_CHUNK = 1_024;
    private static final int MAX_ENDS = 100; // an address has room for 120 participants of a domain
    private static final int MAX_BYTES = 65_000; // one datagram
    private static final int MAX_BYTES_OF_CHUNK = 8_000_000; // with its header one sample of DDS
    private static final int MAX_BYTES_OF_KEPT = 2_048; // what the history service keeps and lets wait by default
    private static final int MIN_BYTES_OF_SAMPLE = 100; // a message cannot be shorter
    private static final int MAX_TOPICS = 1_000;
    private static final long MAX_VOLUME = 1_000_000_000_000L;
    private static final int MAX_ROUND_TRIPS = 10_000_000;
    private static final int NO_PAYLOAD = 0;

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
        KindReading kind = kind(node, entries);
        Exchange.Place place = CellReader.choice(Exchange.Place.class, node.required(entries, "place"));
        YamlNode quick = entries.get("quick");
        Exchange.Kind whole = kind.reading().apply(node, entries);
        if (whole instanceof Exchange.Kind.Durability) {
            requireOne(node.required(entries, "bytes"), "late readers are tried with one size");
        }
        if (whole instanceof Exchange.Kind.Samples) {
            requireOne(node.required(entries, "bytes"), "samples have one size");
            requireTwoHosts(node.required(entries, "place"), place);
        }
        return new Exchange(
                place,
                host(node.required(entries, "from")),
                to(node, entries, place),
                kind.most() == NO_PAYLOAD
                        ? List.of()
                        : sizes(node.required(entries, "bytes"), kind.fewest(), kind.most()),
                reliable(node, entries, whole),
                whole,
                quick == null ? whole : kind.reading().apply(quick, quick.map(kind.quick())));
    }

    private static void requireOne(YamlNode bytes, String rule) {
        if (bytes.isList()) {
            throw bytes.fault(rule);
        }
    }

    private static void requireTwoHosts(YamlNode named, Exchange.Place place) {
        if (place != Exchange.Place.TWO_HOSTS) {
            throw named.fault("samples go from one host to another");
        }
    }

    /**
     * How a kind is read.
     *
     * @param reading reads it at a place, out of entries
     * @param quick keys that {@code quick} may have
     * @param fewest bytes of a payload
     * @param most bytes of a payload; {@link #NO_PAYLOAD} where there is none
     */
    private record KindReading(
            BiFunction<YamlNode, Map<String, YamlNode>, Exchange.Kind> reading,
            Set<String> quick,
            int fewest,
            int most) {}

    private KindReading kind(YamlNode node, Map<String, YamlNode> entries) {
        YamlNode kind = node.required(entries, "kind");
        return switch (kind.text()) {
            case "round-trip" ->
                new KindReading(
                        (place, said) -> new Exchange.Kind.RoundTrip(counts(place, said, ROUND_TRIPS)),
                        Set.of(PRIMERS, ROUND_TRIPS),
                        MIN_BYTES,
                        MAX_BYTES);
            case "fan" ->
                new KindReading(
                        (place, said) -> new Exchange.Kind.Fan(ends(node, entries), counts(place, said, WRITES)),
                        Set.of(PRIMERS, WRITES),
                        MIN_BYTES_OF_FAN,
                        MAX_BYTES);
            case "stream" ->
                new KindReading(
                        (place, said) -> stream(place, said, entries.get("kill-receiver-at"), entries.get("store")),
                        Set.of(VOLUME),
                        MIN_BYTES_OF_CHUNK,
                        MAX_BYTES_OF_CHUNK);
            case "job" ->
                new KindReading(
                        (place, said) -> JobReader.kind(node, entries, place.required(said, NUMBERS)),
                        Set.of(NUMBERS),
                        NO_PAYLOAD,
                        NO_PAYLOAD);
            case "durability" ->
                new KindReading(
                        (place, said) -> MatrixReader.kind(node, entries, place.required(said, SAMPLES)),
                        Set.of(SAMPLES),
                        MIN_BYTES,
                        MAX_BYTES_OF_KEPT);
            case SAMPLES ->
                new KindReading(
                        (place, said) -> new Exchange.Kind.Samples(counts(place, said, SAMPLES)),
                        Set.of(PRIMERS, SAMPLES),
                        MIN_BYTES_OF_SAMPLE,
                        MAX_BYTES_OF_KEPT);
            case "entities" ->
                new KindReading(
                        (place, said) -> entities(node, entries, place.required(said, TOPICS)),
                        Set.of(TOPICS),
                        NO_PAYLOAD,
                        NO_PAYLOAD);
            default ->
                throw kind.fault("'" + kind.text() + "' is no workload of the layer transport; known: round-trip, fan,"
                        + " stream, job, durability, samples, entities");
        };
    }

    private static Exchange.Kind stream(
            YamlNode place, Map<String, YamlNode> entries, @Nullable YamlNode killAt, @Nullable YamlNode store) {
        YamlNode volume = place.required(entries, VOLUME);
        long bytes = Units.bytes(volume);
        if (bytes < MIN_BYTES_OF_CHUNK || bytes > MAX_VOLUME) {
            throw volume.fault("a volume has " + MIN_BYTES_OF_CHUNK + " to " + MAX_VOLUME + " bytes, not " + bytes);
        }
        boolean stores = store != null && Units.yes(store);
        if (stores && killAt != null) {
            throw killAt.fault("a receiver that stores is not killed");
        }
        return new Exchange.Kind.Stream(bytes, killAt(killAt, "a receiver is killed within the stream"), stores);
    }

    /** @param rule what is wrong with the ends */
    static double killAt(@Nullable YamlNode killAt, String rule) {
        double share = killAt == null ? 0 : Units.share(killAt);
        if (killAt != null && (share == 0 || share == 1)) {
            throw killAt.fault(rule + ", not at " + killAt.text());
        }
        return share;
    }

    static List<YamlNode> items(YamlNode node) {
        return node.isList() ? node.list() : List.of(node);
    }

    private static Exchange.Ends ends(YamlNode node, Map<String, YamlNode> entries) {
        return new Exchange.Ends(
                ends(node.required(entries, "writers")),
                ends(node.required(entries, "readers")),
                ends(node.required(entries, "per-process")));
    }

    private Exchange.Kind entities(YamlNode node, Map<String, YamlNode> entries, YamlNode topics) {
        YamlNode place = node.required(entries, "place");
        if (!place.text().equals("two-hosts")) {
            throw place.fault("ends that meet are on two hosts: what passes between them is counted");
        }
        YamlNode broker = entries.get("broker");
        return new Exchange.Kind.Entities(
                ends(node.required(entries, "participants")),
                Units.ascending(topics, 1, MAX_TOPICS, "number", "a participant has 1 to " + MAX_TOPICS + " topics"),
                host(broker == null ? node.required(entries, "to") : broker));
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
                count(place.required(entries, PRIMERS), 0), count(place.required(entries, counted), 1));
    }

    private static int count(YamlNode node, int least) {
        int count = node.integer(least);
        if (count > MAX_ROUND_TRIPS) {
            throw node.fault("more than " + MAX_ROUND_TRIPS + " round trips or writes");
        }
        return count;
    }

    private static List<Integer> sizes(YamlNode node, int fewest, int most) {
        return Units.ascending(node, fewest, most, "size", "a payload has " + fewest + " to " + most + " bytes");
    }

    private static boolean reliable(YamlNode place, Map<String, YamlNode> entries, Exchange.Kind kind) {
        if (kind instanceof Exchange.Kind.Durability) {
            if (entries.containsKey("qos")) {
                throw place.required(entries, "qos").fault("durability has its policies in place of qos");
            }
            return true;
        }
        YamlNode node = place.required(entries, "qos");
        String rule = switch (kind) {
            case Exchange.Kind.Fan _ ->
                "a fan is reliable: the next sample is written when the last reader has this one";
            case Exchange.Kind.Stream _ -> "a stream is reliable: all of it arrives";
            case Exchange.Kind.Job _ -> "a job is reliable: each result is needed";
            case Exchange.Kind.Entities _ -> "ends that meet are reliable: a sample of each pair is awaited";
            case Exchange.Kind.RoundTrip _, Exchange.Kind.Durability _, Exchange.Kind.Samples _ -> "";
        };
        if (!rule.isEmpty() && !node.text().equals("reliable")) {
            throw node.fault(rule);
        }
        return switch (node.text()) {
            case "reliable" -> true;
            case "best-effort" -> false;
            default -> throw node.fault("'" + node.text() + "' is neither reliable nor best-effort");
        };
    }
}
