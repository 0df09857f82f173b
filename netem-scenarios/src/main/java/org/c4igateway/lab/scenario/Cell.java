package org.c4igateway.lab.scenario;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
        DDS_RELAY,
        /** Programs on Cyclone DDS. */
        CYCLONE,
        /** Programs on OpenDDS. */
        OPENDDS,
        /** Programs on Artemis: the engine is in the program that answers. */
        ARTEMIS,
        /** Programs on Artemis: the engine is a program of its own. */
        ARTEMIS_EXTERNAL,
        /** Programs on plain TCP: a floor for what is reliable. */
        TCP,
        /** Programs on plain UDP: a floor for best effort. */
        UDP,
        /** The native programs of Cyclone DDS, which measure themselves: a reference. */
        DDSPERF,
        /** The threads of one program, without a middleware: a floor for a job. */
        THREADS,
        /** A native program on Open MPI: a reference for a job. */
        OPENMPI,
        /** Programs on Cyclone DDS, and between their hosts two zenoh routers with the DDS plugin, over TCP. */
        ZENOH_TCP,
        /** The same over UDP, which repairs nothing. */
        ZENOH_UDP,
        /** Programs on Artemis, each at a broker on its host, and between those the core bridge of Artemis. */
        ARTEMIS_BRIDGE,
        /** Programs with a table each, and between those a JDBC poller of Spring Integration over Artemis. */
        JDBC_POLLER;

        /** Whether it goes by a gateway at each site. */
        boolean joinsSites() {
            return switch (this) {
                case JMS, DDS, CYCLONE, OPENDDS, ARTEMIS, ARTEMIS_EXTERNAL, TCP, UDP, DDSPERF, THREADS, OPENMPI ->
                    false;
                case ZENOH_TCP, ZENOH_UDP, ARTEMIS_BRIDGE, JDBC_POLLER -> false;
                case DDS_WAN, DDS_RELAY -> true;
            };
        }

        /** Whether programs exchange payloads, without nodes and databases. */
        public boolean isOfTransport() {
            return switch (this) {
                case JMS, DDS, DDS_WAN, DDS_RELAY -> false;
                case CYCLONE, OPENDDS, ARTEMIS, ARTEMIS_EXTERNAL, TCP, UDP, DDSPERF, THREADS, OPENMPI -> true;
                case ZENOH_TCP, ZENOH_UDP, ARTEMIS_BRIDGE, JDBC_POLLER -> true;
            };
        }

        /** Whether several readers can get one sample of a program: the others have one partner. */
        public boolean fansOut() {
            return this == CYCLONE || this == OPENDDS;
        }

        /** Whether many ends of its programs can meet: those of a socket have one partner each, by their addresses. */
        public boolean hasEntities() {
            return fansOut() || this == ARTEMIS || this == ARTEMIS_EXTERNAL;
        }

        /** Whether its programs reach each other themselves and send each other payloads of a size. */
        public boolean sends() {
            return this != THREADS && this != OPENMPI && this != ARTEMIS_EXTERNAL && !isBridge();
        }

        /** Whether processes of others, one at each host, carry what its programs write, one way. */
        public boolean isBridge() {
            return this == ZENOH_TCP || this == ZENOH_UDP || this == ARTEMIS_BRIDGE || this == JDBC_POLLER;
        }

        /** Whether what the link loses comes again where reliability is wanted. */
        public boolean repairs() {
            return this != UDP && this != ZENOH_UDP;
        }

        /** Whether one of its programs answers another. */
        public boolean answers() {
            return sends() || this == ARTEMIS_EXTERNAL;
        }

        /** Whether it can do a job: a socket has one partner, and ddsperf has no work. */
        public boolean doesJobs() {
            return switch (this) {
                case CYCLONE, OPENDDS, ARTEMIS, THREADS, OPENMPI -> true;
                case JMS, DDS, DDS_WAN, DDS_RELAY, ARTEMIS_EXTERNAL, TCP, UDP, DDSPERF -> false;
                case ZENOH_TCP, ZENOH_UDP, ARTEMIS_BRIDGE, JDBC_POLLER -> false;
            };
        }

        /**
         * Whether its programs know what they receive and store it, and another can take the place of one that was
         * killed: ddsperf knows no streams, threads die with their program, and MPI ends the whole job.
         */
        public boolean resumes() {
            return this != DDSPERF && sends();
        }

        /** Whether it takes each kind of durability, and the history service speaks it. */
        public boolean keepsForLateReaders() {
            return this == CYCLONE;
        }

        /** Whether it can carry so: TCP always repairs, UDP never. */
        public boolean carries(boolean reliable) {
            return switch (this) {
                case TCP -> reliable;
                case UDP -> !reliable;
                case JMS, DDS, DDS_WAN, DDS_RELAY, CYCLONE, OPENDDS, ARTEMIS, DDSPERF, THREADS, OPENMPI -> true;
                case ZENOH_TCP, ZENOH_UDP, ARTEMIS_BRIDGE, JDBC_POLLER, ARTEMIS_EXTERNAL -> true;
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
     * @param kernel settings of the kernel in the namespaces of all hosts, such as {@code net.ipv4.tcp_rto_max_ms}
     * @param topic of messages in place of the workload's; empty for the workload's
     * @param node keys and values of the node's configuration
     * @param slow further ones for links up to a rate, the slowest that fits
     * @param gateway keys and values of a link of the gateways' configuration
     * @param echo whether a program answers with the whole payload, else with its number of four bytes
     */
    public record Tuning(
            String congestionControl,
            Map<String, String> kernel,
            String topic,
            Map<String, String> node,
            List<Slow> slow,
            Map<String, String> gateway,
            boolean echo) {
        private static final String RATE = "{rate}";
        private static final String ROUND_TRIP = "{round-trip}";

        public Tuning {
            kernel = Map.copyOf(kernel);
            node = Map.copyOf(node);
            slow = List.copyOf(slow);
            gateway = Map.copyOf(gateway);
        }

        /**
         * The node's configuration on a link. Values for slow links may name it: <code>{rate}</code> stands for its
         * bits per second, <code>{round-trip}</code> for its delay there and back, as {@code 40ms}.
         *
         * @param bitsPerSecond of the slowest link; 0 for unlimited
         * @param roundTrip of the longest link
         */
        public Map<String, String> nodeFor(long bitsPerSecond, Duration roundTrip) {
            Map<String, String> all = new LinkedHashMap<>(node);
            slow.stream()
                    .filter(candidate -> bitsPerSecond > 0 && bitsPerSecond <= candidate.bitsPerSecond())
                    .min(java.util.Comparator.comparingLong(Slow::bitsPerSecond))
                    .ifPresent(found -> found.node()
                            .forEach((key, value) -> all.put(
                                    key,
                                    value.replace(RATE, Long.toString(bitsPerSecond))
                                            .replace(ROUND_TRIP, roundTrip.toMillis() + "ms"))));
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
