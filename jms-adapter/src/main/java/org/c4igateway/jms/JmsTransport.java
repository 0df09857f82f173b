package org.c4igateway.jms;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.InboundHandler;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.PeerAbsence;
import org.c4igateway.core.transport.PeerAbsence.Reason;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.transport.TransportAlarm;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.jms.client.BrokerAddress;
import org.c4igateway.jms.client.ClientThreads;
import org.c4igateway.jms.client.InboundConsumer;
import org.c4igateway.jms.client.QueuedSend;
import org.c4igateway.jms.engine.EmbeddedEngine;
import org.c4igateway.jms.presence.OwnQueues;
import org.c4igateway.jms.presence.PeerHeartbeat;
import org.c4igateway.jms.presence.RepeatedNameClaims;
import org.c4igateway.jms.wire.BatchReader;
import org.c4igateway.jms.wire.ControlCodec;
import org.c4igateway.jms.wire.MessageCodec;
import org.jspecify.annotations.Nullable;

/**
 * The transport on JMS queues: one link per peer to send, two consumers on the own queues to receive, one of them
 * only at a node that does not receive messages. A peer that sends
 * here while rows for it go another way is answered over a link that is opened when it announces itself, where its
 * broker is known.
 */
public final class JmsTransport implements Transport {
    public static final String NAME = "jms";

    private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(3);

    private final TransportContext context;
    private final BrokerAddress own;
    private final @Nullable EmbeddedEngine engine;
    private final MessageCodec codec;
    private final TransportMeters meters;
    private final ClientThreads threads = new ClientThreads();
    private final HandlerGate gate = new HandlerGate();
    private final PeerBrokers brokers;
    private final OwnQueues queues;
    private final RepeatedNameClaims refusals;
    private final LinkSurroundings surroundings;
    private final JmsSettings.Batch batch;
    private final boolean verifiesNames;
    private final PeerLinks links;
    private final AtomicLong transmissions = new AtomicLong();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile Subscription subscription = () -> {};

    /**
     * @param own broker that holds this node's queues
     * @param engine the same when it is embedded; closed with the transport
     * @param brokers of peers, destinations and others that may send here
     */
    JmsTransport(
            TransportContext context,
            JmsSettings settings,
            BrokerAddress own,
            @Nullable EmbeddedEngine engine,
            PeerBrokers brokers) {
        this.context = context;
        this.own = own;
        this.engine = engine;
        this.codec = new MessageCodec(context.self());
        this.meters = new TransportMeters(context.meters(), NAME);
        this.brokers = brokers;
        RepeatedNameClaims ownClaims = RepeatedNameClaims.of(own.tuning());
        this.queues = engine == null ? OwnQueues.atBroker(context, ownClaims) : OwnQueues.ofEngine(context);
        this.refusals = RepeatedNameClaims.of(own.tuning());
        this.surroundings = new LinkSurroundings(threads, settings.limits(), settings.batch(), gate, queues, refusals);
        this.batch = settings.batch();
        this.verifiesNames = settings.verifiesNames();
        this.links = new PeerLinks(this::link, meters, context.peers(), brokers::known);
    }

    /** Starts to connect to the peers. */
    void start() {
        if (engine != null) {
            meters.watch(engine);
        }
        links.open();
    }

    private PeerLink link(SystemName peer, BrokerAddress broker) {
        PeerHeartbeat pulse = engine == null ? new PeerHeartbeat(System::nanoTime) : null;
        return new PeerLink(peer, broker, surroundings, pulse, greetings(peer), meters.ofPeer(peer));
    }

    private LinkGreetings greetings(SystemName peer) {
        Receipt nothing = new Receipt(context.self(), peer, List.of(), List.of());
        return new LinkGreetings(
                greeting(false),
                greeting(true),
                new QueuedSend.OfControl(ControlCodec.RECEIPT, ControlCodec.encode(nothing)));
    }

    @Override
    public void join(SystemName newcomer) {
        links.join(newcomer);
    }

    /** @return the port of the embedded engine, or 0 */
    int port() {
        return engine == null ? 0 : engine.port();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean multicast() {
        return false;
    }

    @Override
    public SendOutcome send(Message message, Map<SystemName, Long> epochs, Duration timeout) {
        if (message.destinations().size() != 1) {
            throw new IllegalArgumentException("exactly one destination per send: " + message);
        }
        if (message.payload().length > context.maxPayloadBytes()) {
            return new SendOutcome.Rejected(
                    ErrorCode.PAYLOAD_TOO_LARGE,
                    message.payload().length + " bytes, more than " + context.maxPayloadBytes());
        }
        String refusal = codec.refusal(message);
        if (refusal != null) {
            return new SendOutcome.Rejected(ErrorCode.MALFORMED_ENVELOPE, refusal);
        }
        SystemName destination = message.destinations().getFirst();
        PeerLink link = links.get(destination);
        if (link == null) {
            return unknown(destination);
        }
        Long epoch = epochs.get(destination);
        if (epoch == null) {
            return new SendOutcome.Disconnected(ErrorCode.PEER_UNREACHABLE);
        }
        return link.sendMessage(new QueuedSend.OfMessage(message, codec, transmissionId(message)), epoch, timeout);
    }

    @Override
    public SendOutcome sendReceipt(Receipt receipt, Duration timeout) {
        PeerLink link = links.back(receipt.origin());
        if (link == null) {
            return unknown(receipt.origin());
        }
        return link.sendControl(new QueuedSend.OfControl(ControlCodec.RECEIPT, ControlCodec.encode(receipt)), timeout);
    }

    @Override
    public void flush() {
        links.flush();
    }

    @Override
    public PeerState peer(SystemName peer) {
        PeerLink link = links.get(peer);
        return link == null ? PeerState.UNKNOWN : link.state();
    }

    @Override
    public Optional<PeerAbsence> absence(SystemName peer) {
        PeerLink link = links.get(peer);
        return link == null ? Optional.of(new PeerAbsence(Reason.NO_ADDRESS, "")) : link.absence();
    }

    @Override
    public List<TransportAlarm> alarms() {
        List<TransportAlarm> refusedHere = engine == null ? queues.alarms() : engine.alarms();
        return Stream.of(refusedHere, refusals.alarms(), links.alarms())
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public Optional<Introduction> introduction(SystemName peer) {
        PeerLink link = links.get(peer);
        return link == null ? Optional.empty() : link.introduction();
    }

    @Override
    public Subscription receive(InboundHandler handler) {
        gate.attach(handler);
        BatchReader batches = new BatchReader(context.self(), batch.dictionary());
        InboundDelivery.Decoding decoding =
                new InboundDelivery.Decoding(context.self(), context.incarnation(), verifiesNames, codec, batches);
        InboundDelivery delivery = new InboundDelivery(decoding, links, brokers::told, meters, handler);
        List<InboundConsumer> consumers = new ArrayList<>();
        if (context.receives()) {
            consumers.add(consumer(
                    Queues.messages(context.self()),
                    (message, waited) -> delivery.message(message),
                    delivery::unreadableMessage));
        }
        consumers.add(consumer(Queues.control(context.self()), delivery::control, delivery::unreadableControl));
        consumers.forEach(InboundConsumer::start);
        Subscription running = () -> {
            gate.detach();
            consumers.forEach(consumer -> consumer.close(CLOSE_PATIENCE));
            batches.close();
        };
        subscription = running;
        return running;
    }

    private InboundConsumer consumer(String queue, InboundConsumer.Delivery delivery, Consumer<String> onUnreadable) {
        return new InboundConsumer(own, threads, queue, queues, delivery, onUnreadable);
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        links.close();
        subscription.close();
        try {
            links.awaitClosed(CLOSE_PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        meters.close();
        if (engine != null) {
            engine.stop();
        }
        threads.close();
    }

    private static SendOutcome unknown(SystemName destination) {
        return new SendOutcome.Rejected(
                ErrorCode.UNKNOWN_DESTINATION,
                destination + " is not in " + JmsSettings.PREFIX + ".peers and has not announced itself");
    }

    private @Nullable String transmissionId(Message message) {
        if (engine != null) {
            return null;
        }
        return message.id() + "@" + Long.toString(context.incarnation(), Character.MAX_RADIX) + "."
                + Long.toString(transmissions.incrementAndGet(), Character.MAX_RADIX);
    }

    /** An answer tells nothing new, and leaves the topics out. */
    private QueuedSend greeting(boolean answer) {
        NodeAnnouncement node = new NodeAnnouncement(
                context.self(),
                context.incarnation(),
                context.catalogue().contentHash(),
                answer || !context.receives() ? Map.of() : context.catalogue().digests(),
                context.introduction());
        ControlCodec.Greeting greeting = new ControlCodec.Greeting(node, brokers.own(), batch.readable(), answer);
        return new QueuedSend.OfControl(ControlCodec.ANNOUNCEMENT, ControlCodec.encode(greeting));
    }
}
