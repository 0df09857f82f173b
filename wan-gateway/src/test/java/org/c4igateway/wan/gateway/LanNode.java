package org.c4igateway.wan.gateway;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.InboundHandler;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dds.transport.DdsSettings;
import org.c4igateway.dds.transport.DdsTransportFactory;
import org.c4igateway.topics.TopicCatalogue;

/** A node's DDS transport without a database: it confirms what it gets. */
public final class LanNode implements InboundHandler, AutoCloseable {
    /** Of all nodes. */
    public static final TopicCatalogue CATALOGUE = TopicCatalogue.reference();

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** What it got. */
    public final List<Message> messages = new CopyOnWriteArrayList<>();
    /** What it was told of its own messages. */
    public final List<Receipt> receipts = new CopyOnWriteArrayList<>();

    private final SystemName self;
    private final Transport transport;
    private final Transport.Subscription subscription;

    /** @param peers systems that it sends to */
    public LanNode(int domain, String self, long incarnation, String... peers) {
        this(domain, self, incarnation, Introduction.NONE, peers);
    }

    /** @param introduction what it tells of its database */
    public LanNode(int domain, String self, long incarnation, Introduction introduction, String... peers) {
        this.self = new SystemName(self);
        Set<SystemName> names =
                Set.copyOf(Arrays.stream(peers).map(SystemName::new).toList());
        this.transport = new DdsTransportFactory(DdsSettings.loopback(domain))
                .open(new TransportContext(
                        this.self,
                        incarnation,
                        introduction,
                        names,
                        Set.of(),
                        CATALOGUE,
                        1 << 20,
                        new SimpleMeterRegistry(),
                        new Loops(new SimpleMeterRegistry(), InstantSource.system(), System::nanoTime, fault -> {}),
                        InstantSource.system(),
                        !this.self.isOfShard()));
        this.subscription = transport.receive(this);
    }

    /** Its address. */
    public SystemName self() {
        return self;
    }

    /** Whether it would send to that peer now. */
    public boolean reaches(String peer) {
        return transport.peer(new SystemName(peer)).reachable();
    }

    /** Present epoch of that peer. */
    public long epochOf(String peer) {
        return transport.peer(new SystemName(peer)).epoch();
    }

    /** Sends a short text. */
    public SendOutcome send(long sequence, String topic, String... destinations) {
        byte[] text = ("MSGID/TEST/" + sequence + "//").getBytes(StandardCharsets.UTF_8);
        return send(sequence, topic, text, destinations);
    }

    /** Sends a message. */
    public SendOutcome send(long sequence, String topic, byte[] payload, String... destinations) {
        Message message = new Message(
                new MessageId(self, sequence),
                topic,
                Precedence.ROUTINE,
                Arrays.stream(destinations).map(SystemName::new).toList(),
                Instant.parse("2026-11-21T12:00:00.123456Z"),
                Instant.MAX,
                "EXERCISE",
                "",
                payload);
        Map<SystemName, Long> epochs = new HashMap<>();
        message.destinations()
                .forEach(peer -> epochs.put(peer, transport.peer(peer).epoch()));
        SendOutcome outcome = transport.send(message, epochs, PATIENCE);
        transport.flush();
        return outcome;
    }

    /** Numbers of what it got. */
    public List<Long> sequences() {
        return messages.stream().map(message -> message.id().sequence()).toList();
    }

    @Override
    public void onMessage(Message message) {
        messages.add(message);
        long sequence = message.id().sequence();
        transport.sendReceipt(
                new Receipt(self, message.id().origin(), List.of(new SequenceRange(sequence, sequence)), List.of()),
                PATIENCE);
        transport.flush();
    }

    @Override
    public void onReceipt(Receipt receipt) {
        receipts.add(receipt);
    }

    @Override
    public void onAnnouncement(NodeAnnouncement announcement) {}

    @Override
    public void onPeer(SystemName peer, PeerState state) {}

    @Override
    public boolean offerMessage(Message message) {
        onMessage(message);
        return true;
    }

    @Override
    public boolean takesMessages() {
        return true;
    }

    @Override
    public void onMalformed(String source, ErrorCode code, String detail, byte[] bytes) {}

    @Override
    public void onMalformedControl(String source, ErrorCode code, String detail, byte[] bytes) {}

    @Override
    public void close() {
        subscription.close();
        transport.close();
    }
}
