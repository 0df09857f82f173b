package org.c4igateway.dds.transport;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.EndpointMismatch;
import org.c4igateway.core.transport.InboundHandler;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.PeerAbsence;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.transport.TransportAlarm;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DdsReader;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.cdr.WireLimits;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.discovery.NodeUserData;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.transport.discovery.AbsenceReasons;
import org.c4igateway.dds.transport.discovery.DiscoveryWatch;
import org.c4igateway.dds.transport.presence.DomainView;
import org.c4igateway.dds.transport.presence.Greeting;
import org.c4igateway.dds.transport.presence.Presence;
import org.c4igateway.dds.transport.presence.SourceClock;
import org.jspecify.annotations.Nullable;

/**
 * The port on DDS topics: one for each message type, one for receipts, one for presence. A message is written once for
 * all its destinations; readers drop what is not for them.
 */
final class DdsTransport implements Transport {
    static final String NAME = "dds";

    private static final Duration DISCOVERY_INTERVAL = Duration.ofSeconds(30);

    private final TransportContext context;
    private final DdsSettings settings;
    private final TopicQos qos;
    private final DdsMeters meters;
    private final EventSink events;
    private final DdsParticipant participant;
    private final SourceClock clock;
    private final TopicWriters writers;
    private final DdsWriter<KmtfNode> nodeWriter;
    private final DiscoveryWatch watch;
    private final AbsenceReasons absences;
    private final ForeignOrigins foreignOrigins = new ForeignOrigins();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile @Nullable Presence presence;
    private volatile @Nullable DdsReader nodeReader;

    private DdsTransport(
            TopicQos qos, TransportContext context, DdsMeters meters, EventSink events, DdsParticipant participant) {
        this.context = context;
        this.settings = qos.settings();
        this.qos = qos;
        this.meters = meters;
        this.events = events;
        this.participant = participant;
        this.clock = new SourceClock(context.time(), System::nanoTime);
        this.writers = new TopicWriters(participant, context.catalogue(), qos, clock, meters);
        this.nodeWriter = participant.createWriter(TopicNames.NODE, WireType.NODE, qos.nodeWriter());
        this.watch = new DiscoveryWatch(participant, context.meters());
        this.absences = new AbsenceReasons(settings.domain().domainId(), watch::last, events::refusal);
        events.onMismatch(watch::lookSoon);
    }

    static DdsTransport open(TopicQos qos, TransportContext context, DdsProvider provider) {
        qos.check(context.catalogue());
        DdsMeters meters = new DdsMeters(context.meters());
        EventSink events = new EventSink(meters, new ParticipantEnd(context.loops()));
        DdsParticipant participant = provider.open(qos.settings().domain(), named(qos, context.self()), events);
        try {
            return new DdsTransport(qos, context, meters, events, participant);
        } catch (RuntimeException e) {
            participant.close();
            throw e;
        }
    }

    /** In a secured domain only admitted participants may learn the members, so the plain announcement has no name. */
    private static Qos named(TopicQos qos, SystemName self) {
        boolean secured = qos.settings().domain().security().isPresent();
        return secured ? qos.participant() : NodeUserData.named(qos.participant(), self.value());
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean multicast() {
        return true;
    }

    @Override
    public SendOutcome send(Message message, Map<SystemName, Long> epochs, Duration timeout) {
        if (closed.get()) {
            return new SendOutcome.Disconnected(ErrorCode.TRANSPORT_CLOSED);
        }
        Optional<TopicWriters.Slot<KmtfMessage>> writer = writers.find(message.topicId());
        if (writer.isEmpty()) {
            return withoutWriter(message.topicId());
        }
        int limit = Math.min(context.maxPayloadBytes(), WireLimits.MAX_OCTETS);
        if (message.payload().length > limit) {
            return new SendOutcome.Rejected(
                    ErrorCode.PAYLOAD_TOO_LARGE, message.payload().length + " bytes, more than " + limit);
        }
        for (SystemName destination : message.destinations()) {
            if (!context.peers().contains(destination)) {
                return new SendOutcome.Rejected(ErrorCode.UNKNOWN_DESTINATION, destination + " is no peer");
            }
        }
        Presence known = presence;
        return known == null
                ? new SendOutcome.Disconnected(ErrorCode.PEER_UNREACHABLE)
                : write(writer.get(), message, timeout, attempt -> known.within(message, epochs, attempt));
    }

    private SendOutcome withoutWriter(String topicId) {
        return writers.isForbidden(topicId)
                ? new SendOutcome.Rejected(
                        ErrorCode.TRANSPORT_REFUSED, "DDS Security does not permit this node to write " + topicId)
                : new SendOutcome.Rejected(ErrorCode.UNKNOWN_TOPIC, "no DDS topic for " + topicId);
    }

    private SendOutcome write(
            TopicWriters.Slot<KmtfMessage> writer, Message message, Duration timeout, TopicWriters.Gate gate) {
        KmtfMessage wire;
        try {
            wire = WireMapping.toWire(message);
        } catch (IllegalArgumentException e) {
            return new SendOutcome.Rejected(ErrorCode.MALFORMED_ENVELOPE, String.valueOf(e.getMessage()));
        }
        return writers.write(writer, wire, message.precedence(), timeout, gate);
    }

    /**
     * An origin that has sent without ever announcing itself is a foreign application: it gets receipts without
     * presence.
     */
    @Override
    public SendOutcome sendReceipt(Receipt receipt, Duration timeout) {
        if (closed.get()) {
            return new SendOutcome.Disconnected(ErrorCode.TRANSPORT_CLOSED);
        }
        SystemName origin = receipt.origin();
        PeerState state = peer(origin);
        boolean node = state.epoch() > 0 || context.peers().contains(origin.system());
        if (!node && !foreignOrigins.contains(origin)) {
            return new SendOutcome.Rejected(ErrorCode.UNKNOWN_DESTINATION, origin + " is no peer");
        }
        if (node && !state.reachable()) {
            return new SendOutcome.Disconnected(ErrorCode.PEER_UNREACHABLE);
        }
        return writers.write(
                writers.receipts(), WireMapping.toWire(receipt), Precedence.FLASH, timeout, TopicWriters.Gate.OPEN);
    }

    @Override
    public void flush() {
        writers.flush();
    }

    @Override
    public Optional<Introduction> introduction(SystemName peer) {
        Presence known = presence;
        return known == null ? Optional.empty() : known.introduction(peer);
    }

    @Override
    public List<TransportAlarm> alarms() {
        Presence known = presence;
        List<TransportAlarm> alarms = new ArrayList<>(known == null ? List.of() : known.alarms());
        events.alarm().ifPresent(alarms::add);
        return alarms;
    }

    @Override
    public PeerState peer(SystemName peer) {
        Presence known = presence;
        return known == null ? PeerState.UNKNOWN : known.state(peer);
    }

    @Override
    public Optional<PeerAbsence> absence(SystemName peer) {
        Presence known = presence;
        return known == null ? Optional.empty() : absences.of(peer, known);
    }

    @Override
    public List<EndpointMismatch> mismatches() {
        return watch.last().mismatches();
    }

    /**
     * The peer has no reader for a topic that its catalogue lacks: a message written to it would wait until it expires.
     */
    @Override
    public boolean carries(String topicId, SystemName peer) {
        Presence known = presence;
        return known == null || known.carries(topicId, peer);
    }

    /** Creates the readers first and the announcement last, so that a peer that sees the node can write to it. */
    @Override
    public Subscription receive(InboundHandler handler) {
        if (presence != null) {
            throw new IllegalStateException("receive is called once");
        }
        Presence peers = new Presence(
                context,
                settings,
                new DomainView(this::readersOf, this::hasAnnouncer, this::dismiss, participant::writer),
                new Presence.Outlets(this::say, clock, meters),
                handler);
        presence = peers;
        events.onMatch(peers::matchesChanged);
        SampleReceiver sampleReceiver =
                new SampleReceiver(context, new SampleReceiver.Outlets(handler, peers, meters, foreignOrigins));
        Map<String, Integer> readable = new TopicReaders(participant, context, qos).open(sampleReceiver);
        participant.createReader(TopicNames.RECEIPT, WireType.RECEIPT, qos.receiptReader(), sampleReceiver.receipts());
        KmtfNode self = WireMapping.toWire(new NodeAnnouncement(
                context.self(),
                context.incarnation(),
                context.catalogue().contentHash(),
                readable,
                context.introduction()));
        nodeReader = participant.createReader(TopicNames.NODE, WireType.NODE, qos.nodeReader(), sampleReceiver.nodes());
        peers.announce(() -> nodeWriter.write(self), settings.lease());
        watch.start(DISCOVERY_INTERVAL);
        return () -> {
            peers.close();
            nodeWriter.dispose(self);
            sampleReceiver.stop();
        };
    }

    /** A topic that this node is not permitted to write needs no matching. */
    private int readersOf(String topicId) {
        return writers.isForbidden(topicId) ? Integer.MAX_VALUE : events.readersOf(topicId);
    }

    private boolean hasAnnouncer(long writer) {
        DdsReader reader = nodeReader;
        return reader != null && reader.hasWriter(writer);
    }

    private void dismiss(long writer) {
        DdsReader reader = nodeReader;
        if (reader != null) {
            reader.dismiss(writer);
        }
    }

    /** Called on the control thread or the timer of presence. A greeting that finds no room is repeated. */
    private void say(Greeting greeting) {
        if (!closed.get()) {
            writers.write(
                    writers.receipts(), greeting.toWire(), Precedence.FLASH, Duration.ZERO, TopicWriters.Gate.OPEN);
            writers.flush();
        }
    }

    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        flush();
        watch.close();
        Presence known = presence;
        if (known != null) {
            known.close();
        }
        participant.close();
    }
}
