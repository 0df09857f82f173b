package org.c4igateway.core.contract;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.c4igateway.core.message.DatabaseId;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;
import org.junit.jupiter.api.AfterEach;

/** The nodes of a contract of transports: opened by the transport under test, closed after each test. */
abstract class TransportContractNodes {
    /** Largest payload that the nodes take. */
    protected static final int MAX_PAYLOAD_BYTES = 1 << 20;

    static final TopicCatalogue CATALOGUE = TopicCatalogue.reference();
    static final Introduction INTRODUCTION = new Introduction(
            3, Optional.of(new DatabaseId(UUID.fromString("6d1f7a52-3c0e-4f5c-9a53-0c2b1d7e4a11"))), 60);
    static final List<String> RELIABLE = CATALOGUE.topics().stream()
            .filter(Topic::reliable)
            .map(Topic::id)
            .limit(4)
            .toList();
    static final String TOPIC = RELIABLE.getFirst();
    static final SystemName ALPHA = new SystemName("ALPHA");
    static final SystemName BRAVO = new SystemName("BRAVO");
    static final SystemName CHARLIE = new SystemName("CHARLIE");
    private static final Set<SystemName> ALL = Set.of(ALPHA, BRAVO, CHARLIE);

    private final List<ContractNode> nodes = new ArrayList<>();

    /** Opens one node. The kit closes it. */
    protected abstract Transport open(TransportContext context);

    ContractNode node(SystemName self, long incarnation) {
        return node(self, incarnation, INTRODUCTION);
    }

    ContractNode node(SystemName self, long incarnation, Introduction introduction) {
        Set<SystemName> peers = new LinkedHashSet<>(ALL);
        peers.remove(self.system());
        ContractNode node = new ContractNode(
                self,
                open(new TransportContext(
                        self,
                        incarnation,
                        introduction,
                        peers,
                        Set.of(),
                        CATALOGUE,
                        MAX_PAYLOAD_BYTES,
                        new SimpleMeterRegistry(),
                        new Loops(new SimpleMeterRegistry(), InstantSource.system(), System::nanoTime, fault -> {}),
                        InstantSource.system(),
                        !self.isOfShard())));
        nodes.add(node);
        return node;
    }

    ContractNode node(SystemName self) {
        return node(self, 1);
    }

    @AfterEach
    final void closeNodes() {
        nodes.forEach(ContractNode::close);
    }

    static Message message(
            long sequence, Precedence precedence, Instant expires, String label, String subject, byte[] payload) {
        return new Message(
                new MessageId(ALPHA, sequence),
                TOPIC,
                precedence,
                List.of(BRAVO),
                Instant.parse("2026-03-01T00:00:00.123456Z"),
                expires,
                label,
                subject,
                payload);
    }

    static Message repetition(Message message, long first) {
        return new Message(
                message.id(),
                message.topicId(),
                message.precedence(),
                message.destinations(),
                message.createdAt(),
                message.expiresAt(),
                message.label(),
                message.subject(),
                message.payload(),
                first);
    }
}
