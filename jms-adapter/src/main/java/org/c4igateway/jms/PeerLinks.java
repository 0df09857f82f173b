package org.c4igateway.jms;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.TransportAlarm;
import org.c4igateway.jms.client.BrokerAddress;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The links of a node to its peers, which come and move while it runs. Where a peer listens is known from the
 * configuration, which counts first, or from the peer's own announcement, which counts first for nodes of shards: the
 * configuration names systems only. A link is opened to destinations, and to origins that want receipts, such as the
 * nodes of their shards; who only announces itself gets none. Any thread; does not block.
 */
final class PeerLinks {
    private static final Logger LOG = LoggerFactory.getLogger(PeerLinks.class);
    /** Announced addresses that are remembered; the oldest one goes first. */
    static final int MAX_ANNOUNCED = 1_024;

    private final LinkFactory factory;
    private final TransportMeters meters;
    private final Set<SystemName> destinations;
    private final Configuration configuration;
    /** Of those that are not configured; null: it tells none. */
    private final Map<SystemName, @Nullable BrokerAddress> announced = new LinkedHashMap<>();

    private final Map<SystemName, PeerLink> links = new ConcurrentHashMap<>();
    private boolean closed;

    /** Makes a link that is not started. */
    interface LinkFactory {
        PeerLink link(SystemName peer, BrokerAddress address);
    }

    /** Where peers listen by the configuration; may grow. */
    interface Configuration {
        /** @return null when it says nothing of the peer */
        @Nullable BrokerAddress broker(SystemName peer);
    }

    /**
     * @param destinations systems that rows go to; a view that grows
     * @param configuration where peers listen, destinations and others
     */
    PeerLinks(LinkFactory factory, TransportMeters meters, Set<SystemName> destinations, Configuration configuration) {
        this.factory = factory;
        this.meters = meters;
        this.destinations = destinations;
        this.configuration = configuration;
    }

    /** Starts to connect to the destinations whose address is known. The others are waited for. */
    synchronized void open() {
        destinations.forEach(this::openIfKnown);
    }

    /** @return the link to the peer; null while it has none */
    @Nullable PeerLink get(SystemName peer) {
        return links.get(peer);
    }

    /** Sends what is held back. Does not block. */
    void flush() {
        links.values().forEach(PeerLink::flush);
    }

    /** @return the link to a system that sent here; null when its configured address is not known */
    @Nullable PeerLink back(SystemName origin) {
        PeerLink known = links.get(origin);
        return known == null ? openConfigured(origin) : known;
    }

    private synchronized @Nullable PeerLink openConfigured(SystemName peer) {
        boolean expected = configuration.broker(peer) != null || isShardOfDestination(peer);
        BrokerAddress address = expected ? address(peer) : null;
        return address == null ? null : open(peer, address);
    }

    private boolean isShardOfDestination(SystemName peer) {
        return peer.isOfShard() && destinations.contains(peer.system());
    }

    private @Nullable BrokerAddress address(SystemName peer) {
        BrokerAddress configured = configuration.broker(peer);
        BrokerAddress told = announced.get(peer);
        return configured == null || (told != null && peer.isOfShard()) ? told : configured;
    }

    /** The system is a destination now; its link opens when its address is known, now or later. */
    synchronized void join(SystemName newcomer) {
        openIfKnown(newcomer);
        if (links.get(newcomer) == null) {
            LOG.warn("{}: {} does not announce its address", ErrorCode.NO_ADDRESS.code(), newcomer);
        }
    }

    /** @param address where the system says that it listens; null when it does not say */
    synchronized void announced(SystemName peer, @Nullable BrokerAddress address) {
        if (configuration.broker(peer) != null && !peer.isOfShard()) {
            return;
        }
        announced.remove(peer);
        announced.put(peer, address);
        if (announced.size() > MAX_ANNOUNCED) {
            announced.remove(announced.keySet().iterator().next());
        }
        PeerLink link = links.get(peer);
        if (link != null && address != null) {
            link.moveTo(address);
        } else if (destinations.contains(peer)) {
            openIfKnown(peer);
        }
    }

    private void openIfKnown(SystemName peer) {
        BrokerAddress address = address(peer);
        if (address != null) {
            open(peer, address);
        }
    }

    private @Nullable PeerLink open(SystemName peer, BrokerAddress address) {
        if (closed) {
            return links.get(peer);
        }
        return links.computeIfAbsent(peer, name -> {
            PeerLink link = factory.link(name, address);
            meters.watch(link);
            link.start();
            return link;
        });
    }

    /** @return one alarm for each destination that announced itself without an address */
    synchronized List<TransportAlarm> alarms() {
        return announced.entrySet().stream()
                .filter(entry -> entry.getValue() == null && destinations.contains(entry.getKey()))
                .map(entry -> new TransportAlarm(
                        ErrorCode.NO_ADDRESS,
                        entry.getKey() + " joined and does not tell where it listens; set " + JmsSettings.PREFIX
                                + ".advertised there"))
                .toList();
    }

    /** Ends all links. Does not wait. */
    synchronized void close() {
        closed = true;
        links.values().forEach(PeerLink::close);
    }

    /** Waits for the threads of the links, for so long for each. */
    void awaitClosed(Duration patience) throws InterruptedException {
        for (PeerLink link : all()) {
            link.awaitClosed(patience);
        }
    }

    private Collection<PeerLink> all() {
        return List.copyOf(links.values());
    }
}
