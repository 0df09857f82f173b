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

    /** @return the broker of a peer of the configuration, which may also send here only; null of any other */
    @Nullable BrokerAddress known(SystemName peer) {
        if (external == null) {
            return engines.get(peer);
        }
        return routed.test(peer) || settings.peers().containsKey(peer.value()) ? external : null;
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
