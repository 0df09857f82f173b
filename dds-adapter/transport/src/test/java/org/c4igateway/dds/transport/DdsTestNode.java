package org.c4igateway.dds.transport;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.InboundHandler;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.topics.TopicCatalogue;

/** A node that keeps what it receives. */
final class DdsTestNode implements InboundHandler, AutoCloseable {
    static final TopicCatalogue CATALOGUE = TopicCatalogue.reference();
    static final int MAX_PAYLOAD_BYTES = 1_000_000;

    static final Set<SystemName> PEERS = Set.of(new SystemName("A"), new SystemName("B"), new SystemName("C"));

    final SystemName self;
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final List<Message> messages = new CopyOnWriteArrayList<>();
    final List<Receipt> receipts = new CopyOnWriteArrayList<>();
    final List<NodeAnnouncement> announcements = new CopyOnWriteArrayList<>();
    final List<String> malformed = new CopyOnWriteArrayList<>();
    final Map<SystemName, PeerState> peers = new ConcurrentHashMap<>();
    final Transport transport;
    final Transport.Subscription subscription;
    /** Whether its inbox takes nothing. */
    volatile boolean stuck;

    final Semaphore room = new Semaphore(Integer.MAX_VALUE);

    DdsTestNode(String self, long incarnation, DdsSettings settings) {
        this(self, incarnation, settings, Introduction.NONE);
    }

    DdsTestNode(String self, long incarnation, DdsSettings settings, Introduction introduction) {
        this.self = new SystemName(self);
        this.transport = new DdsTransportFactory(settings)
                .open(new TransportContext(
                        this.self,
                        incarnation,
                        introduction,
                        PEERS,
                        Set.of(),
                        CATALOGUE,
                        MAX_PAYLOAD_BYTES,
                        meters,
                        new Loops(meters, InstantSource.system(), System::nanoTime, fault -> {}),
                        InstantSource.system(),
                        !this.self.isOfShard()));
        this.subscription = transport.receive(this);
    }

    static Message message(String origin, long sequence, String topic, String... destinations) {
        return new Message(
                new MessageId(new SystemName(origin), sequence),
                topic,
                Precedence.PRIORITY,
                Arrays.stream(destinations).map(SystemName::new).toList(),
                Instant.parse("2026-11-21T12:00:00.123456Z"),
                Instant.MAX,
                "EXERCISE",
                "",
                new byte[] {0, 1, (byte) 0xff, (byte) sequence});
    }

    /** Sends in the present epoch. */
    SendOutcome send(Message message, Duration timeout) {
        Map<SystemName, Long> epochs = new HashMap<>();
        message.destinations()
                .forEach(peer -> epochs.put(peer, transport.peer(peer).epoch()));
        return transport.send(message, epochs, timeout);
    }

    boolean sees(DdsTestNode other) {
        return transport.peer(other.self).reachable();
    }

    /** Messages wait from now on, and what is none where messages come. */
    void shut() {
        room.drainPermits();
    }

    @Override
    public void onMessage(Message message) {
        room.acquireUninterruptibly();
        messages.add(message);
    }

    @Override
    public boolean offerMessage(Message message) {
        if (stuck) {
            return false;
        }
        onMessage(message);
        return true;
    }

    @Override
    public boolean takesMessages() {
        return !stuck;
    }

    @Override
    public void onReceipt(Receipt receipt) {
        receipts.add(receipt);
    }

    @Override
    public void onAnnouncement(NodeAnnouncement announcement) {
        announcements.add(announcement);
    }

    @Override
    public void onPeer(SystemName peer, PeerState state) {
        peers.put(peer, state);
    }

    @Override
    public void onMalformed(String source, ErrorCode code, String detail, byte[] bytes) {
        room.acquireUninterruptibly();
        malformed.add(source + " " + code + " " + detail);
    }

    @Override
    public void onMalformedControl(String source, ErrorCode code, String detail, byte[] bytes) {
        malformed.add(source + " " + code + " " + detail);
    }

    @Override
    public void close() {
        room.drainPermits();
        room.release(Integer.MAX_VALUE);
        subscription.close();
        transport.close();
    }
}
