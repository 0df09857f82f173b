package org.c4igateway.core.flow;

import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.receive.Inbound;
import org.c4igateway.core.flow.receive.InboundFlow;
import org.c4igateway.core.flow.receive.NothingReceived;
import org.c4igateway.core.flow.send.OutboundFlow;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.store.Inbox;
import org.c4igateway.core.store.Outbox;
import org.c4igateway.core.store.OutboxSignal;
import org.c4igateway.core.transport.InboundHandler;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.transport.TransportAlarm;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The whole data path of one node: outbox to transports, transports to inbox, receipts back. Owns the transports it is
 * given and closes them. Start it while this node holds the outbox's lease, close it when the lease is gone. Not
 * reusable.
 */
public final class DataPath implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DataPath.class);

    private final List<Transport> transports;
    private final OwnGauges gauges;
    private final OutboundFlow outbound;
    private final Inbound inbound;
    private final List<Transport.Subscription> subscriptions = new ArrayList<>();
    private final Consumer<NodeAnnouncement> catalogues;
    private final AnnouncementListener announcements;
    private final PeerSightings sightings;

    /**
     * @param routes which transport carries to which destination
     * @param transports all open transports, also those that only receive
     * @param outbox rows to send
     * @param inbox where received messages go
     * @param signal wakes the readers of the outbox
     * @param parts shared parts
     * @param onFatal called once per part that stops for good; any thread, must not block
     */
    public DataPath(
            Map<SystemName, Transport> routes,
            Collection<Transport> transports,
            Outbox outbox,
            Inbox inbox,
            OutboxSignal signal,
            DataPathParts parts,
            Consumer<GatewayException> onFatal) {
        this(
                routes,
                transports,
                outbox,
                new InboundFlow(inbox, List.copyOf(new LinkedHashSet<>(transports)), parts, onFatal),
                signal,
                parts,
                onFatal);
    }

    private DataPath(
            Map<SystemName, Transport> routes,
            Collection<Transport> transports,
            Outbox outbox,
            Inbound inbound,
            OutboxSignal signal,
            DataPathParts parts,
            Consumer<GatewayException> onFatal) {
        Objects.requireNonNull(parts);
        this.transports = List.copyOf(new LinkedHashSet<>(transports));
        this.outbound = new OutboundFlow(new HashMap<>(routes), outbox, signal, parts, onFatal);
        this.inbound = inbound;
        this.gauges = new OwnGauges(parts.meters());
        this.sightings = new PeerSightings(parts.rules().time());
        routes.forEach(this::showPeer);
        this.catalogues = inbound instanceof NothingReceived
                ? announcement -> {}
                : new CatalogueComparison(parts.rules().catalogue(), routes.keySet(), gauges)::announced;
        this.announcements = parts.announcements();
        this.transports.forEach(this::showAlarms);
    }

    /**
     * A data path that only sends, as that of a shard other than the first: it has no inbox and no thread for one, and
     * leaves it to the node of the first shard to compare catalogues. Its transports are opened for a node that does
     * not receive.
     */
    public static DataPath ofSender(
            Map<SystemName, Transport> routes,
            Collection<Transport> transports,
            Outbox outbox,
            OutboxSignal signal,
            DataPathParts parts,
            Consumer<GatewayException> onFatal) {
        return new DataPath(routes, transports, outbox, new NothingReceived(parts.meters()), signal, parts, onFatal);
    }

    /** Starts receiving, then sending. */
    public void start() {
        inbound.start();
        for (Transport transport : transports) {
            subscriptions.add(transport.receive(new Handler(transport)));
        }
        outbound.start();
    }

    /**
     * Sends to one more destination, which the transport takes as a peer already. After {@link #start}, once for each;
     * does nothing after {@link #drain}. Does not block.
     */
    public void add(SystemName destination, Transport transport) {
        showPeer(destination, transport);
        outbound.add(destination, transport);
    }

    private void showPeer(SystemName peer, Transport transport) {
        sightings.follow(peer);
        gauges.add(
                MeterNames.PEER_REACHABLE,
                Tags.of(MeterNames.TRANSPORT, transport.name(), MeterNames.PEER, peer.value()),
                transport,
                t -> t.peer(peer).reachable() ? 1 : 0);
    }

    /**
     * Stops reading the outbox, waits for the receipts of what was sent for at most {@code patience}, finishes what has
     * arrived. Call {@link #close} afterwards.
     */
    public void drain(Duration patience) {
        outbound.drain(patience);
        inbound.refuseWhenFull();
        subscriptions.forEach(Transport.Subscription::close);
        inbound.close();
    }

    /** Ends everything at once; rows in flight stay pending. */
    @Override
    public void close() {
        outbound.close();
        inbound.refuseWhenFull();
        subscriptions.forEach(Transport.Subscription::close);
        inbound.close();
        transports.forEach(Transport::close);
        gauges.close();
    }

    /** Waits for the inbox writer after {@link #close}. @return whether it has ended, and leaves the inbox alone */
    public boolean awaitEnd(Duration patience) {
        return inbound.awaitEnd(patience);
    }

    /** @return when a destination that is not reachable was reachable last; empty when it never was. Any thread */
    public Optional<Instant> lastReachable(SystemName destination) {
        return sightings.lastReachable(destination);
    }

    /** @return what an operator has to know of the transports now; any thread */
    public List<TransportAlarm> alarms() {
        return transports.stream()
                .flatMap(transport -> transport.alarms().stream())
                .toList();
    }

    private void showAlarms(Transport transport) {
        for (ErrorCode code : TransportAlarm.CODES) {
            gauges.add(
                    MeterNames.TRANSPORT_ALARMS,
                    Tags.of(MeterNames.TRANSPORT, transport.name(), MeterNames.CODE, code.code()),
                    transport,
                    t -> t.alarms().stream()
                            .filter(alarm -> alarm.code() == code)
                            .count());
        }
    }

    /** What one transport delivers to. */
    private final class Handler implements InboundHandler {
        private final Transport transport;
        private final Set<SystemName> reachable = ConcurrentHashMap.newKeySet();

        Handler(Transport transport) {
            this.transport = transport;
        }

        @Override
        public void onMessage(Message message) {
            inbound.onMessage(message, transport);
        }

        @Override
        public boolean offerMessage(Message message) {
            return inbound.offerMessage(message, transport);
        }

        @Override
        public boolean takesMessages() {
            return inbound.takesMessages();
        }

        @Override
        public void onReceipt(Receipt receipt) {
            outbound.onReceipt(receipt);
        }

        /** The node of a shard announces nothing that its system does not announce, and is nobody's destination. */
        @Override
        public void onAnnouncement(NodeAnnouncement announcement) {
            if (announcement.system().isOfShard()) {
                return;
            }
            catalogues.accept(announcement);
            announcements.announced(transport.name(), announcement);
        }

        @Override
        public void onPeer(SystemName peer, PeerState state) {
            boolean changed = state.reachable() ? reachable.add(peer) : reachable.remove(peer);
            if (changed && !state.reachable()) {
                sightings.lost(peer);
            }
            if (changed) {
                LOG.info("{} is {} over {}", peer, state.reachable() ? "reachable" : "away", transport.name());
            }
            outbound.wake();
        }

        @Override
        public void onMalformed(String source, ErrorCode code, String detail, byte[] bytes) {
            inbound.onMalformed(source, code, detail, bytes);
        }

        @Override
        public void onMalformedControl(String source, ErrorCode code, String detail, byte[] bytes) {
            inbound.onMalformedControl(source, code, detail, bytes);
        }
    }
}
