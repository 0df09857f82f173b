package org.c4igateway.dds.api;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.c4igateway.dds.api.wire.WireTuning;

/**
 * How to join a domain.
 *
 * @param domainId 0 to 232; determines the ports (RTPS 2.5, 9.6.1)
 * @param network where peers are and how to reach them
 * @param lease after this silence a participant counts as gone
 * @param tuning sizes and times on the wire
 * @param rendezvous where to meet when ports and times do not follow from the domain id and the lease
 * @param security identity and permissions of this participant; empty joins without DDS Security
 */
public record DomainConfig(
        int domainId,
        Network network,
        Duration lease,
        WireTuning tuning,
        Optional<Rendezvous> rendezvous,
        Optional<DdsSecurity> security) {
    private static final Pattern ADDRESS = Pattern.compile("[A-Za-z0-9._-]+:[0-9]{1,5}");

    /** Lease of DDSI stacks by default. */
    public static final Duration DEFAULT_LEASE = Duration.ofSeconds(10);

    public DomainConfig {
        Objects.requireNonNull(network);
        Objects.requireNonNull(tuning);
        Objects.requireNonNull(rendezvous);
        Objects.requireNonNull(security);
        if (domainId < 0 || domainId > 232) {
            throw new IllegalArgumentException("domain id must be 0 to 232: " + domainId);
        }
        if (lease.compareTo(Duration.ofMillis(100)) < 0 || lease.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("lease must be 100 ms to 1 h: " + lease);
        }
    }

    /** A domain with the ports of its id. */
    public DomainConfig(int domainId, Network network, Duration lease, WireTuning tuning) {
        this(domainId, network, lease, tuning, Optional.empty());
    }

    /** A domain without DDS Security. */
    public DomainConfig(
            int domainId, Network network, Duration lease, WireTuning tuning, Optional<Rendezvous> rendezvous) {
        this(domainId, network, lease, tuning, rendezvous, Optional.empty());
    }

    /** @return the same with an identity */
    public DomainConfig withSecurity(DdsSecurity identity) {
        return new DomainConfig(domainId, network, lease, tuning, rendezvous, Optional.of(identity));
    }

    /** @return the same with other peers */
    public DomainConfig withPeers(List<String> peers) {
        Network other = new Network(network.interfaces(), network.multicast(), peers, network.repository());
        return new DomainConfig(domainId, other, lease, tuning, rendezvous, security);
    }

    /** @return a domain on a LAN with all defaults */
    public static DomainConfig lan(int domainId) {
        return new DomainConfig(domainId, Network.AUTOMATIC, DEFAULT_LEASE, WireTuning.LAN);
    }

    /** @return where the participant is, for messages to people: number, interfaces and port of the domain */
    public String place() {
        String interfaces = network.interfaces().isEmpty() ? "any interface" : String.join(", ", network.interfaces());
        return "domain " + domainId + " on " + interfaces
                + rendezvous.map(at -> ", port " + at.port()).orElse("");
    }

    /**
     * Interfaces and peers.
     *
     * @param interfaces names or addresses of network interfaces; empty lets the provider choose
     * @param multicast what multicast is used for
     * @param peers addresses or host names, optionally with {@code :port}, of participants that multicast does not
     *     reach
     * @param repository {@code host:port} of a service that tells participants of each other; without it they find each
     *     other by RTPS
     */
    public record Network(
            List<String> interfaces, Multicast multicast, List<String> peers, Optional<String> repository) {
        /** The provider chooses the interface; multicast for everything. */
        public static final Network AUTOMATIC = new Network(List.of(), Multicast.ALL, List.of());

        public Network {
            interfaces = List.copyOf(interfaces);
            Objects.requireNonNull(multicast);
            peers = List.copyOf(peers);
            if (multicast == Multicast.NONE && peers.isEmpty() && repository.isEmpty()) {
                throw new IllegalArgumentException("without multicast at least one peer is needed");
            }
            repository.ifPresent(Network::checkRepository);
            if (repository.isPresent() && !peers.isEmpty()) {
                throw new IllegalArgumentException("a repository knows the peers; remove network.peers: " + peers);
            }
        }

        /** A domain whose participants find each other by RTPS. */
        public Network(List<String> interfaces, Multicast multicast, List<String> peers) {
            this(interfaces, multicast, peers, Optional.empty());
        }

        private static void checkRepository(String address) {
            if (!ADDRESS.matcher(address).matches()) {
                throw new IllegalArgumentException("a repository is named host:port: " + address);
            }
        }

        /**
         * Multicast for everything; where peers are named for discovery only: they are behind routers, and what is sent
         * by multicast would not reach them.
         */
        public static Network of(List<String> interfaces, List<String> peers) {
            return new Network(interfaces, peers.isEmpty() ? Multicast.ALL : Multicast.DISCOVERY, peers);
        }

        /** @return the loopback interface only, for tests and single-machine set-ups; {@code lo} on Linux */
        public static Network loopback() {
            return new Network(List.of("lo"), Multicast.ALL, List.of());
        }
    }

    /**
     * A meeting place on a wide area network: one UDP port for all that a participant receives, known beforehand, and
     * announcements as rare as the link can bear. Peers without a port of their own are met at the same port number.
     *
     * @param port UDP port of this participant
     * @param announcement how often the participant announces itself to each peer; shorter than the lease
     * @param group multicast group for announcements and data; empty sends to each peer
     */
    public record Rendezvous(int port, Duration announcement, Optional<Group> group) {
        public Rendezvous {
            checkPort(port);
            Objects.requireNonNull(group);
            if (!announcement.isPositive()) {
                throw new IllegalArgumentException("announcement must be a positive duration: " + announcement);
            }
            if (group.isPresent() && group.get().port() == port) {
                throw new IllegalArgumentException("the group needs a port of its own: " + port);
            }
        }

        static void checkPort(int port) {
            if (port < 2 || port > 65_535) {
                throw new IllegalArgumentException("port must be 2 to 65535: " + port);
            }
        }
    }

    /**
     * A multicast group.
     *
     * @param address multicast address
     * @param port UDP port, the same for all members
     */
    public record Group(String address, int port) {
        public Group {
            Objects.requireNonNull(address);
            Rendezvous.checkPort(port);
        }
    }

    /** What multicast is used for. */
    public enum Multicast {
        /** Discovery and data. */
        ALL,
        /** Finding participants only. */
        DISCOVERY,
        /** Nothing: peers are listed. */
        NONE
    }
}
