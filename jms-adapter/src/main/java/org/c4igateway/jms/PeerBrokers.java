package org.c4igateway.jms;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.jms.client.BrokerAddress;
import org.c4igateway.jms.tls.TlsIdentity;
import org.jspecify.annotations.Nullable;

/**
 * Which broker holds the queues of a peer: the engine in the peer's process, or the external broker of all. Safe for
 * any thread.
 */
final class PeerBrokers {
    private final JmsSettings settings;
    private final @Nullable TlsIdentity identity;
    private final Map<SystemName, BrokerAddress> engines;
    private final @Nullable BrokerAddress external;
    private final Predicate<SystemName> routed;
    private final String own;

    private PeerBrokers(
            JmsSettings settings,
            @Nullable TlsIdentity identity,
            Map<SystemName, BrokerAddress> engines,
            @Nullable BrokerAddress external,
            Predicate<SystemName> routed,
            String own) {
        this.settings = settings;
        this.identity = identity;
        this.engines = engines;
        this.external = external;
        this.routed = routed;
        this.own = own;
    }

    /**
     * @param identity for connections to peers; null without TLS
     * @param port that this node's engine listens on
     * @throws org.c4igateway.core.fault.GatewayException.Fatal when the address of a peer is none
     */
    static PeerBrokers engines(JmsSettings settings, @Nullable TlsIdentity identity, int port) {
        Map<SystemName, BrokerAddress> engines = new HashMap<>();
        settings.peers()
                .forEach((name, text) -> engines.put(
                        new SystemName(name),
                        BrokerAddress.remote(List.of(HostPort.parse("peers." + name, text)), settings, identity)));
        return new PeerBrokers(
                settings, identity, Map.copyOf(engines), null, peer -> false, settings.toldAddress(port));
    }

    /** @param context of the node, whose destinations may grow */
    static PeerBrokers allAt(BrokerAddress external, JmsSettings settings, TransportContext context) {
        return new PeerBrokers(
                settings,
                null,
                Map.of(),
                external,
                peer -> context.peers().contains(peer) || context.routed().contains(peer),
                "");
    }

    /** @return where this node listens, as peers are told; empty when they are not */
    String own() {
        return own;
    }

    /**
     * @param peer a system, or the node of a shard of it, which is known where its system is: the same broker, or an
     *     engine at the same host and as many ports further as the number of the shard
     * @return the broker of a peer of the configuration, which may also send here only; null of any other
     */
    @Nullable BrokerAddress known(SystemName peer) {
        SystemName system = peer.system();
        if (external == null) {
            return peer.isOfShard() ? ofShard(peer) : engines.get(peer);
        }
        return routed.test(system) || settings.peers().containsKey(system.value()) ? external : null;
    }

    private @Nullable BrokerAddress ofShard(SystemName peer) {
        String system = peer.system().value();
        String text = settings.peers().get(system);
        return text == null
                ? null
                : HostPort.parse("peers." + system, text)
                        .ofShard(peer.shard())
                        .map(address -> BrokerAddress.remote(List.of(address), settings, identity))
                        .orElse(null);
    }

    /** @return the broker of a peer that tells this address; null when it is none */
    @Nullable BrokerAddress told(String text) {
        return external == null
                ? HostPort.told(text)
                        .map(address -> BrokerAddress.remote(List.of(address), settings, identity))
                        .orElse(null)
                : external;
    }
}
