package org.c4igateway.dds.transport;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.transport.Dscp;
import org.c4igateway.core.transport.DscpSettings;
import org.c4igateway.dds.api.DdsSecurity;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.DomainConfig.Multicast;
import org.c4igateway.dds.api.wire.LinkTuning;
import org.c4igateway.dds.api.wire.WireTuning;
import org.c4igateway.dds.transport.wire.NarrowLinkSettings;
import org.c4igateway.dds.transport.wire.WireSettings;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration of the DDS transport, bound from {@code c4i.transports.dds}. Validated when built: a wrong value throws
 * {@link GatewayException.Fatal} that names the key.
 *
 * @param provider DDS implementation by name
 * @param domainId DDS domain
 * @param partition exercise or enclave; only nodes and applications of the same partition communicate. Empty is the
 *     default partition of DDS
 * @param network interfaces and peers
 * @param lease after this silence a peer counts as gone
 * @param wire sizes and times on the wire
 * @param limits bounds of memory and of waiting
 * @param qos quality of service that differs from the gateway's
 * @param security who this node is and what it may do; without a directory the domain is open to everybody
 * @param dscp marks of what this participant sends by precedence
 */
@ConfigurationProperties(DdsSettings.PREFIX)
public record DdsSettings(
        @DefaultValue("cyclone") String provider,
        @DefaultValue("0") int domainId,
        @DefaultValue("") String partition,
        @DefaultValue Network network,
        @DefaultValue("10s") Duration lease,
        @DefaultValue WireSettings wire,
        @DefaultValue Limits limits,
        @DefaultValue QosSettings qos,
        @DefaultValue Security security,
        @DefaultValue DscpSettings dscp) {
    /** Prefix of the configuration keys. */
    public static final String PREFIX = "c4i.transports.dds";

    private static final Duration BLOCKING = Duration.ofMillis(50);

    public DdsSettings {
        Objects.requireNonNull(qos);
        Objects.requireNonNull(security);
        if (partition.contains("*") || partition.contains("?") || partition.contains("[")) {
            throw fault("partition", "'" + partition + "' is a pattern", "Name one exercise or enclave.");
        }
        refuseWrong("domain-id", domainId, () -> DomainConfig.lan(domainId));
        refuseWrong("lease", lease, () -> new DomainConfig(0, DomainConfig.Network.AUTOMATIC, lease, WireTuning.LAN));
        refuseWrong("network.link", network.link, () -> link(network));
        refuseWrong("wire", wire, () -> tuning(network, wire));
        dscp.wrong()
                .ifPresent(wrong -> refuseWrong("dscp." + wrong.key(), wrong.text(), () -> Dscp.parse(wrong.text())));
    }

    /** @return everything by default on the loopback interface, for tests and single-machine set-ups */
    public static DdsSettings loopback(int domainId) {
        return new DdsSettings(
                "cyclone",
                domainId,
                "",
                new Network(List.of("lo"), null, List.of(), "", NarrowLinkSettings.NONE),
                DomainConfig.DEFAULT_LEASE,
                WireSettings.NONE,
                Limits.DEFAULTS,
                QosSettings.NONE,
                Security.NONE,
                DscpSettings.NONE);
    }

    /** @return the same with another lease */
    public DdsSettings withLease(Duration other) {
        return new DdsSettings(provider, domainId, partition, network, other, wire, limits, qos, security, dscp);
    }

    /** @return the same with other bounds */
    public DdsSettings withLimits(Limits other) {
        return new DdsSettings(provider, domainId, partition, network, lease, wire, other, qos, security, dscp);
    }

    /** @return the same in another partition */
    public DdsSettings withPartition(String other) {
        return new DdsSettings(provider, domainId, other, network, lease, wire, limits, qos, security, dscp);
    }

    /** @return the same with another quality of service */
    public DdsSettings withQos(QosSettings other) {
        return new DdsSettings(provider, domainId, partition, network, lease, wire, limits, other, security, dscp);
    }

    /** @return the same with marks */
    public DdsSettings withDscp(DscpSettings other) {
        return new DdsSettings(provider, domainId, partition, network, lease, wire, limits, qos, security, other);
    }

    /** @return how to join the domain */
    public DomainConfig domain() {
        return new DomainConfig(
                domainId, network.toNetwork(), lease, tuning(network, wire), Optional.empty(), security.files());
    }

    /** @return how long one attempt to write waits for room */
    public Duration blocking() {
        return Optional.ofNullable(limits.blocking)
                .or(() -> link(network).map(LinkTuning::blocking))
                .orElse(BLOCKING);
    }

    private static WireTuning tuning(Network network, WireSettings wire) {
        return wire.over(link(network).map(LinkTuning::wire).orElse(WireTuning.LAN));
    }

    private static Optional<LinkTuning> link(Network network) {
        boolean shared = network.toNetwork().multicast() == Multicast.ALL;
        return network.link.tuning(shared ? 1 : network.peers.size());
    }

    /** Names the configuration key whose value the API's record refuses. */
    private static void refuseWrong(String key, Object value, Supplier<?> record) {
        try {
            var _ = record.get();
        } catch (IllegalArgumentException e) {
            String name = PREFIX + "." + key;
            throw fault(
                    key,
                    "'" + value + "' is not accepted: " + e.getMessage(),
                    "Set " + name + " as the message says; docs/reference/configuration.md describes it.");
        }
    }

    static GatewayException.Fatal fault(String key, String problem, String remedy) {
        return new GatewayException.Fatal(ErrorCode.CONFIGURATION, PREFIX + "." + key + ": " + problem, remedy, null)
                .about(PREFIX + "." + key);
    }

    /**
     * Interfaces and peers.
     *
     * @param interfaces names or addresses of network interfaces; empty lets the provider choose
     * @param multicast what multicast is used for: all, discovery or none; null for all, with peers for discovery
     * @param peers addresses of participants that multicast does not reach
     * @param repository {@code host:port} of a service that tells participants of each other, where the provider can
     *     use one; empty for RTPS discovery
     * @param link the narrowest on the way to peers; what is not set of {@code wire} and {@code limits.blocking}
     *     follows from it
     */
    public record Network(
            @DefaultValue List<String> interfaces,
            @Nullable Multicast multicast,
            @DefaultValue List<String> peers,
            @DefaultValue("") String repository,
            @DefaultValue NarrowLinkSettings link) {
        public Network {
            interfaces = List.copyOf(interfaces);
            peers = List.copyOf(peers);
            @Nullable Multicast wanted = multicast;
            List<String> addresses = peers;
            String at = repository;
            refuseWrong(
                    at.isEmpty() ? "network.peers" : "network.repository",
                    at.isEmpty() ? peers : at,
                    () -> toNetwork(List.of(), wanted, addresses, at));
        }

        DomainConfig.Network toNetwork() {
            return toNetwork(interfaces, multicast, peers, repository);
        }

        private static DomainConfig.Network toNetwork(
                List<String> interfaces, @Nullable Multicast multicast, List<String> peers, String repository) {
            if (multicast == Multicast.ALL && !peers.isEmpty()) {
                throw new IllegalArgumentException(
                        "multicast does not reach peers behind a router; set network.multicast to discovery");
            }
            Multicast used = multicast == null
                    ? DomainConfig.Network.of(interfaces, peers).multicast()
                    : multicast;
            return new DomainConfig.Network(
                    interfaces, used, peers, Optional.of(repository).filter(at -> !at.isEmpty()));
        }
    }

    /**
     * Bounds of memory and of waiting.
     *
     * @param receivedSamples samples of one topic that wait for this node, also those for others; more hold the writers
     *     back, whoever they write for. Choose it above the senders' bound of messages in flight
     * @param historySamples samples per topic and origin that late joiners get of classes without a depth of their own
     * @param blocking how long one attempt to write waits for room; null for what follows from the link, or 50 ms
     * @param matching how long a new peer may take to match all topics before it counts as reachable anyway
     */
    public record Limits(
            @DefaultValue("8192") int receivedSamples,
            @DefaultValue("64") int historySamples,
            @Nullable Duration blocking,
            @DefaultValue("10s") Duration matching) {
        /** The defaults. */
        public static final Limits DEFAULTS = new Limits(8_192, 64, null, Duration.ofSeconds(10));

        public Limits {
            refuse(receivedSamples < 1, "received-samples", receivedSamples);
            refuse(historySamples < 1, "history-samples", historySamples);
            refuse(blocking != null && !blocking.isPositive(), "blocking", blocking);
            refuse(!matching.isPositive(), "matching", matching);
        }

        private static void refuse(boolean wrong, String name, @Nullable Object value) {
            if (wrong) {
                String key = "limits." + name;
                throw fault(
                        key, "'" + value + "' is not accepted", "Set " + PREFIX + "." + key + " to a value above 0.");
            }
        }
    }

    /**
     * DDS Security: the files that {@code ./c4i security init} makes for one system.
     *
     * @param directory where they lie; null for a domain without security
     * @param warnBefore health warns when something expires within this time
     */
    public record Security(
            @Nullable Path directory, @DefaultValue("30d") Duration warnBefore) {
        /** A domain without security. */
        public static final Security NONE = new Security(null, Duration.ofDays(30));

        Optional<DdsSecurity> files() {
            return Optional.ofNullable(directory).map(DdsSecurity::in);
        }
    }
}
