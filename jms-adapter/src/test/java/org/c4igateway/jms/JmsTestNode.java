package org.c4igateway.jms;

import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.c4igateway.core.contract.RecordingHandler;
import org.c4igateway.core.message.DatabaseId;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.jms.JmsSettings.Credentials;
import org.c4igateway.topics.TopicCatalogue;

/** A transport with its handler and its meters. */
final class JmsTestNode implements AutoCloseable {
    static final Credentials CREDENTIALS = new Credentials("mesh", "only-for-tests");
    static final int MAX_PAYLOAD_BYTES = 1 << 20;
    static final Duration TIMEOUT = Duration.ofSeconds(5);
    static final TopicCatalogue CATALOGUE = TopicCatalogue.reference();
    static final Introduction INTRODUCTION = new Introduction(
            3, Optional.of(new DatabaseId(UUID.fromString("6d1f7a52-3c0e-4f5c-9a53-0c2b1d7e4a11"))), 60);

    final SystemName self;
    final RecordingHandler recorder = new RecordingHandler();
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    /** Destinations; may grow. */
    final Set<SystemName> peers = ConcurrentHashMap.newKeySet();

    final JmsTransport transport;
    final Transport.Subscription subscription;

    JmsTestNode(String name, JmsSettings settings, long incarnation) {
        this(name, settings, incarnation, Set.of());
    }

    JmsTestNode(String name, JmsSettings settings, long incarnation, Set<String> morePeers) {
        this(name, settings, incarnation, morePeers, INTRODUCTION);
    }

    JmsTestNode(String name, JmsSettings settings, long incarnation, Set<String> morePeers, Introduction introduction) {
        this(
                name,
                settings,
                incarnation,
                introduction,
                Stream.concat(settings.peers().keySet().stream(), morePeers.stream()),
                Set.of(),
                MAX_PAYLOAD_BYTES);
    }

    private JmsTestNode(
            String name,
            JmsSettings settings,
            long incarnation,
            Introduction introduction,
            Stream<String> destinations,
            Set<SystemName> routed,
            int maxPayloadBytes) {
        this.self = new SystemName(name);
        destinations.forEach(peer -> peers.add(new SystemName(peer)));
        this.transport = new JmsTransportFactory(settings)
                .openJms(new TransportContext(
                        self,
                        incarnation,
                        introduction,
                        peers,
                        routed,
                        CATALOGUE,
                        maxPayloadBytes,
                        meters,
                        new Loops(meters, InstantSource.system(), System::nanoTime, fault -> {}),
                        InstantSource.system(),
                        !self.isOfShard()));
        this.subscription = transport.receive(recorder);
    }

    /** One whose rows go another way to the peers of its settings. */
    static JmsTestNode withoutDestinations(String name, JmsSettings settings) {
        return new JmsTestNode(name, settings, 1, INTRODUCTION, Stream.empty(), Set.of(), MAX_PAYLOAD_BYTES);
    }

    /** One that sends larger payloads than the others take. */
    static JmsTestNode withMaxPayload(String name, JmsSettings settings, int maxPayloadBytes) {
        return new JmsTestNode(
                name, settings, 1, INTRODUCTION, settings.peers().keySet().stream(), Set.of(), maxPayloadBytes);
    }

    /** One whose rows go to these by another transport. */
    static JmsTestNode sendingElsewhere(String name, JmsSettings settings, long incarnation, String... destinations) {
        return new JmsTestNode(
                name,
                settings,
                incarnation,
                INTRODUCTION,
                Stream.empty(),
                Stream.of(destinations).map(SystemName::new).collect(Collectors.toSet()),
                MAX_PAYLOAD_BYTES);
    }

    static JmsSettings settings(int port) {
        return JmsSettings.loopback(port, CREDENTIALS);
    }

    Message message(long sequence, String destination, Precedence precedence, byte[] payload) {
        Instant created = Instant.parse("2026-11-21T08:00:00.123456Z").plusSeconds(sequence);
        return new Message(
                new MessageId(self, sequence),
                "A423",
                precedence,
                List.of(new SystemName(destination)),
                created,
                Instant.MAX,
                "",
                "",
                payload);
    }

    SendOutcome send(Message message) {
        return send(message, TIMEOUT);
    }

    /** Sends in the present epoch. */
    SendOutcome send(Message message, Duration timeout) {
        Map<SystemName, Long> epochs = new HashMap<>();
        message.destinations()
                .forEach(peer -> epochs.put(peer, transport.peer(peer).epoch()));
        return transport.send(message, epochs, timeout);
    }

    void awaitReachable(String peer) {
        await().until(() -> transport.peer(new SystemName(peer)).reachable());
    }

    @Override
    public void close() {
        transport.close();
    }
}
