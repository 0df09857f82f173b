package org.c4igateway.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.transport.Transport;

/** A node of one contract test: a transport and what its handler was told. */
final class ContractNode implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofMinutes(1);

    private final SystemName self;
    private final Transport transport;
    private final RecordingHandler handler = new RecordingHandler();
    private final Transport.Subscription subscription;

    ContractNode(SystemName self, Transport transport) {
        this.self = self;
        this.transport = transport;
        this.subscription = transport.receive(handler);
    }

    SystemName self() {
        return self;
    }

    Transport transport() {
        return transport;
    }

    RecordingHandler handler() {
        return handler;
    }

    void unsubscribe() {
        subscription.close();
    }

    Message message(long sequence, String topicId, byte[] payload, SystemName... destinations) {
        return new Message(
                new MessageId(self, sequence),
                topicId,
                Precedence.ROUTINE,
                List.of(destinations),
                Instant.parse("2026-03-01T00:00:00.123456Z"),
                Instant.MAX,
                "",
                "",
                payload);
    }

    /** Sends once in the present epochs. */
    SendOutcome send(Message message, Duration timeout) {
        Map<SystemName, Long> epochs = new HashMap<>();
        message.destinations()
                .forEach(peer -> epochs.put(peer, transport.peer(peer).epoch()));
        return transport.send(message, epochs, timeout);
    }

    /** Sends with as many tries as back-pressure asks for. */
    void deliver(Message message) {
        await().atMost(PATIENCE).pollInSameThread().pollDelay(Duration.ZERO).until(() -> {
            SendOutcome outcome = send(message, Duration.ofSeconds(1));
            assertThat(outcome).isInstanceOfAny(SendOutcome.Accepted.class, SendOutcome.BackPressured.class);
            return outcome instanceof SendOutcome.Accepted;
        });
    }

    void awaitReachable(SystemName peer) {
        await().atMost(PATIENCE).until(() -> transport.peer(peer).reachable());
    }

    void awaitAway(SystemName peer) {
        await().atMost(PATIENCE).until(() -> !transport.peer(peer).reachable());
    }

    void awaitMessages(int count) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(handler.messages()).hasSize(count));
    }

    @Override
    public void close() {
        handler.open();
        transport.close();
    }
}
