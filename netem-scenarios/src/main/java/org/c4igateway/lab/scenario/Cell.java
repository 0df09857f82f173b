package org.c4igateway.lab.scenario;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One way to carry messages: a transport with a profile. A scenario compares cells.
 *
 * @param name as in scenarios and results
 * @param label for people
 * @param carrier what carries the messages
 * @param comparison whom it is compared with: the paper's figures and the bounds of this name
 * @param tuning settings of nodes and hosts
 */
public record Cell(String name, Label label, Carrier carrier, Comparison comparison, Tuning tuning) {
    /** What carries the messages. */
    public enum Carrier {
        /** Node to node over JMS. */
        JMS,
        /** Node to node over DDS. */
        DDS,
        /** DDS on the LAN, frames between the WAN gateways of two sites. */
        DDS_WAN,
        /** DDS on the LAN, and DDS between the plain gateways of two sites. */
        DDS_RELAY;

        /** Whether it goes by a gateway at each site. */
        boolean joinsSites() {
            return switch (this) {
                case JMS, DDS -> false;
                case DDS_WAN, DDS_RELAY -> true;
            };
        }
    }

    /**
     * Whom a cell is compared with.
     *
     * @param paper name of the column of the paper, such as {@code jms}
     * @param bound name of the bound that holds for it
     */
    public record Comparison(String paper, String bound) {}

    /**
     * Settings.
     *
     * @param congestionControl of TCP at all hosts; empty leaves the machine's own
     * @param topic of messages in place of the workload's; empty for the workload's
     * @param node keys and values of the node's configuration
     * @param slow further ones for links up to a rate, the slowest that fits
     * @param gateway keys and values of a link of the gateways' configuration
     */
    public record Tuning(
            String congestionControl,
            String topic,
            Map<String, String> node,
            List<Slow> slow,
            Map<String, String> gateway) {
        /** Nothing but defaults. */
        public static final Tuning NONE = new Tuning("", "", Map.of(), List.of(), Map.of());

        public Tuning {
            node = Map.copyOf(node);
            slow = List.copyOf(slow);
            gateway = Map.copyOf(gateway);
        }

        /** The node's configuration when the slowest link has this rate; 0 for unlimited. */
        public Map<String, String> nodeFor(long bitsPerSecond) {
            Map<String, String> all = new LinkedHashMap<>(node);
            Optional<Slow> fitting = slow.stream()
                    .filter(candidate -> bitsPerSecond > 0 && bitsPerSecond <= candidate.bitsPerSecond())
                    .min(java.util.Comparator.comparingLong(Slow::bitsPerSecond));
            fitting.ifPresent(found -> all.putAll(found.node()));
            return all;
        }
    }

    /**
     * Settings for slow links.
     *
     * @param bitsPerSecond up to this rate
     * @param node keys and values of the node's configuration
     */
    public record Slow(long bitsPerSecond, Map<String, String> node) {
        public Slow {
            node = Map.copyOf(node);
        }
    }
}
