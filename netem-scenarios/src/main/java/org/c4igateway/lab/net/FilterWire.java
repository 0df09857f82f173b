package org.c4igateway.lab.net;

import java.io.IOException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.c4igateway.lab.tool.ToolRun;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Driver {@code nft+tbf}: the kernel's token bucket shapes, a packet filter rule of the netdev family loses at random.
 */
final class FilterWire implements WireControl {
    private static final String TABLE = "c4ilab";
    private static final int MILLION = 1_000_000;

    private final String namespace;
    private final Map<Direction, QueueStatistics> start = new EnumMap<>(Direction.class);

    FilterWire(String namespace) {
        this.namespace = namespace;
    }

    @Override
    public void set(Impairment forward, Impairment backward) throws IOException {
        ToolRun.script(shaperScript(namespace, Direction.FORWARD, forward.rate())
                        + shaperScript(namespace, Direction.BACKWARD, backward.rate()))
                .orThrow("shaping");
        for (Direction direction : Direction.values()) {
            start.put(direction, QueueStatistics.read(namespace, direction.shaper()));
        }
        ToolRun.withInput(rules(forward.loss(), backward.loss()), inside("nft", "-f", "-"))
                .orThrow("setting the loss");
    }

    /** Commands that give a direction its queue, in place of whatever it has. */
    static String shaperScript(String namespace, Direction direction, Impairment.Rate rate) {
        String device = direction.shaper();
        if (!rate.limited()) {
            return "tc -n " + namespace + " qdisc del dev " + device + " root 2>/dev/null || true\n";
        }
        return """
                tc -n %1$s qdisc replace dev %2$s root handle 1: tbf rate %3$dbit burst %4$d limit %5$d
                tc -n %1$s qdisc replace dev %2$s parent 1:1 handle 10: pfifo limit %6$d
                """.formatted(
                        namespace,
                        device,
                        rate.bitsPerSecond(),
                        burstBytes(rate),
                        rate.queuePackets() * 1_600L,
                        rate.queuePackets());
    }

    /** Two milliseconds of the link, at least one frame of the largest size. */
    private static long burstBytes(Impairment.Rate rate) {
        return Math.max(1_600, rate.bitsPerSecond() / 8 / 500);
    }

    /** A whole table that takes the place of the former one in one step. Address resolution is never lost. */
    static String rules(Impairment.Loss forward, Impairment.Loss backward) {
        return """
                add table netdev %1$s
                delete table netdev %1$s
                table netdev %1$s {
                  counter forward_seen { }
                  counter forward_lost { }
                  counter forward_large { }
                  counter backward_seen { }
                  counter backward_lost { }
                  counter backward_large { }
                %2$s%3$s}
                """.formatted(TABLE, chain(Direction.FORWARD, forward), chain(Direction.BACKWARD, backward));
    }

    private static String chain(Direction direction, Impairment.Loss loss) {
        String device =
                loss.placement() == Impairment.Loss.Placement.BEFORE_SHAPER ? direction.entry() : direction.far();
        String name = direction.name().toLowerCase(Locale.ROOT);
        return """
                  chain %1$s {
                    type filter hook ingress device "%2$s" priority 0; policy accept;
                    ether type arp accept
                    counter name %1$s_seen
                    meta length > 1500 counter name %1$s_large
                    %3$s
                  }
                """.formatted(name, device, rule(name, Math.round(loss.share() * MILLION)));
    }

    private static String rule(String name, long perMillion) {
        String drop = "counter name " + name + "_lost drop";
        return perMillion == 0
                ? ""
                : perMillion == MILLION ? drop : "numgen random mod " + MILLION + " < " + perMillion + " " + drop;
    }

    @Override
    public DirectionCounters read(Direction direction) throws IOException {
        Map<String, Long> packets =
                parse(ToolRun.withInput("", inside("nft", "-j", "list", "counters", "table", "netdev", TABLE))
                        .orThrow("reading the loss"));
        String name = direction.name().toLowerCase(Locale.ROOT);
        if (packets.getOrDefault(name + "_large", 0L) > 0) {
            throw new IOException("packets above the link's size were seen: segmentation offload is still on");
        }
        QueueStatistics now = QueueStatistics.read(namespace, direction.shaper());
        QueueStatistics before = start.getOrDefault(direction, now);
        QueueStatistics queue = now.kind().equals("tbf") ? now.since(before) : now.since(now);
        return new DirectionCounters(
                queue.packets(),
                queue.bytes(),
                queue.drops(),
                packets.getOrDefault(name + "_seen", 0L),
                packets.getOrDefault(name + "_lost", 0L),
                0);
    }

    /** @param json what {@code nft -j list counters} prints; returns packets by counter name */
    static Map<String, Long> parse(String json) throws IOException {
        try {
            Map<String, Long> packets = new HashMap<>();
            for (JsonNode item : JsonMapper.shared().readTree(json).path("nftables")) {
                JsonNode counter = item.path("counter");
                if (counter.isObject()) {
                    packets.put(
                            counter.path("name").asString(""),
                            counter.path("packets").asLong(0));
                }
            }
            return packets;
        } catch (JacksonException e) {
            throw new IOException("nft printed no JSON: " + json, e);
        }
    }

    private List<String> inside(String... command) {
        return Namespaces.inside(namespace, command);
    }

    @Override
    public void close() {
        // ends with its namespace
    }
}
