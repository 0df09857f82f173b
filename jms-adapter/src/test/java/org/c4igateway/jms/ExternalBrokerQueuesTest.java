package org.c4igateway.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.Set;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.jms.presence.PeerHeartbeat;
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

    /** A beat that the dead peer has left there says nothing of it now. */
    @Test
    void sendsNothingToAPeerOfWhichItHasOnlyHeartbeatsFromBeforeItsStart() {
        try (JmsTestNode to = new JmsTestNode("BRAVO", settings, 1, Set.of("ALPHA"))) {
            try (JmsTestNode from = new JmsTestNode("ALPHA", settings, 1, Set.of("BRAVO"))) {
                from.awaitReachable("BRAVO");
                to.awaitReachable("ALPHA");
            }
            await().until(() -> depth("kmtf.ALPHA.control") > 0);
        }

        try (JmsTestNode again = new JmsTestNode("ALPHA", settings, 2, Set.of("BRAVO"))) {
            await("what waited is read").until(() -> depth("kmtf.ALPHA.control") == 0);
            await().during(PeerHeartbeat.SILENCE)
                    .atMost(PeerHeartbeat.SILENCE.multipliedBy(10))
                    .until(() -> again.send(again.message(1, "BRAVO", Precedence.FLASH, new byte[1]))
                            instanceof SendOutcome.Disconnected);
            assertThat(depth("kmtf.BRAVO")).isZero();

            try (JmsTestNode back = new JmsTestNode("BRAVO", settings, 2, Set.of("ALPHA"))) {
                again.awaitReachable("BRAVO");
                assertThat(again.send(again.message(1, "BRAVO", Precedence.FLASH, new byte[1])))
                        .isEqualTo(SendOutcome.Accepted.INSTANCE);
                await().until(() -> back.recorder.messages().size() == 1);
            }
        }
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

    private long depth(String queue) {
        return broker.locateQueue(SimpleString.of(queue)).getMessageCount();
    }
}
