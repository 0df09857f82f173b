package org.c4igateway.jms;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.jms.client.BrokerAddress;
import org.jspecify.annotations.Nullable;

/**
 * Which broker holds the queues of a peer: the engine in the peer's process, or the external broker of all. Immutable.
 */
final class PeerBrokers {
    private final JmsSettings settings;
    private final @Nullable BrokerAddress external;
    private final String own;

    private PeerBrokers(JmsSettings settings, @Nullable BrokerAddress external, String own) {
        this.settings = settings;
        this.external = external;
        this.own = own;
    }

    /** @param port that this node's engine listens on */
    static PeerBrokers engines(JmsSettings settings, int port) {
        return new PeerBrokers(settings, null, settings.toldAddress(port));
    }

    static PeerBrokers allAt(BrokerAddress external, JmsSettings settings) {
        return new PeerBrokers(settings, external, "");
    }

    /** @return where this node listens, as peers are told; empty when they are not */
    String own() {
        return own;
    }

    /** @return brokers of the configured peers and, with an external broker, of all destinations */
    Map<SystemName, BrokerAddress> known(Set<SystemName> destinations) {
        Map<SystemName, BrokerAddress> known = new HashMap<>();
        if (external == null) {
            settings.peers()
                    .forEach((name, text) -> known.put(new SystemName(name), configured(new SystemName(name), text)));
        } else {
            destinations.forEach(peer -> known.put(peer, external));
        }
        return known;
    }

    /** @throws org.c4igateway.core.fault.GatewayException.Fatal when the text is no address and one is needed */
    BrokerAddress configured(SystemName peer, String text) {
        return external == null
                ? BrokerAddress.remote(List.of(HostPort.parse("peers." + peer, text)), settings)
                : external;
    }

    /** @return the broker of a peer that tells this address; null when it is none */
    @Nullable BrokerAddress told(String text) {
        return external == null
                ? HostPort.told(text)
                        .map(address -> BrokerAddress.remote(List.of(address), settings))
                        .orElse(null)
                : external;
    }
}
