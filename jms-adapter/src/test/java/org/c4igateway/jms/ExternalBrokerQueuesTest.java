package org.c4igateway.jms;

import static org.awaitility.Awaitility.await;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.Set;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.testkit.TestNetwork;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a node finds in and at its own queues of an external broker when it starts. */
@Tag("slow")
class ExternalBrokerQueuesTest {
    private final int port = TestNetwork.port();
    private final JmsSettings settings = JmsTestNode.settings(0).withExternalUrl("tcp://127.0.0.1:" + port);
    private ActiveMQServer broker;

    @BeforeEach
    void startBroker() throws Exception {
        broker = ExternalBroker.on(port);
        broker.start();
    }

    @AfterEach
    void stopBroker() throws Exception {
        broker.stop();
    }

    /** A program of somebody takes what is for the node, who would be deaf without a word. */
    @Test
    void saysThatAnotherProgramConsumesItsMessages() throws JMSException {
        try (ActiveMQConnectionFactory factory =
                new ActiveMQConnectionFactory("tcp://127.0.0.1:" + port, "mesh", "only-for-tests")) {
            Connection other = factory.createConnection();
            Session session = other.createSession();
            session.createConsumer(session.createQueue("kmtf.BRAVO"));
            other.start();

            try (JmsTestNode node = new JmsTestNode("BRAVO", settings, 1, Set.of("ALPHA"))) {
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> node.transport.alarms().stream()
                                .anyMatch(alarm -> alarm.code() == ErrorCode.NAME_CONFLICT
                                        && alarm.detail().contains("kmtf.BRAVO at")));

                other.close();

                await().atMost(Duration.ofSeconds(60))
                        .until(() -> node.transport.alarms().isEmpty());
            }
        }
    }
}
