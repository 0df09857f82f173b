package org.c4igateway.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.jms.client.ClientTuning;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class SilentPeerTest {
    @Test
    void noticesAPeerThatNoLongerAnswersThoughTheConnectionStands() throws IOException {
        int port = TestNetwork.port();
        try (Relay relay = new Relay(port);
                JmsTestNode to = new JmsTestNode("BRAVO", JmsTestNode.settings(port), 1);
                JmsTestNode from = new JmsTestNode(
                        "ALPHA", JmsTestNode.settings(0).withPeer("BRAVO", "127.0.0.1:" + relay.port()), 1)) {
            from.awaitReachable("BRAVO");
            from.send(from.message(1, "BRAVO", Precedence.FLASH, new byte[1]));
            await().until(() -> to.recorder.messages().size() == 1);

            relay.silent.set(true);
            SendOutcome whileSilent = from.send(from.message(2, "BRAVO", Precedence.FLASH, new byte[1]));

            assertThat(whileSilent).isEqualTo(SendOutcome.Accepted.INSTANCE);
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> !from.transport.peer(new SystemName("BRAVO")).reachable());
            assertThat(to.recorder.messages()).hasSize(1);

            relay.silent.set(false);
            relay.cut();
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> from.transport.peer(new SystemName("BRAVO")).epoch() >= 2);
            from.send(from.message(2, "BRAVO", Precedence.FLASH, new byte[1]));
            await().until(() -> to.recorder.messages().size() >= 2);
        }
    }

    @Test
    void asksOftenEnoughWhetherAPeerAnswers() {
        try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory("tcp://127.0.0.1:1")) {
            ClientTuning.of(JmsProfile.TUNED).applyTo(factory);

            // The library gives a connection up between one and two of these times after its last packet, and tells the
            // engine.
            assertThat(factory.getConnectionTTL()).isEqualTo(3_000);
            assertThat(factory.getClientFailureCheckPeriod()).isEqualTo(1_000);
            assertThat(factory.getReconnectAttempts()).isZero();
        }
    }

    /** Its row is one packet to the engine, and pings of the connection wait behind it. */
    @Test
    void waitsForARowThatTakesLongerThanASilentPeerIsWaitedFor() throws IOException {
        int port = TestNetwork.port();
        int rowBytes = 200_000;
        int bytesPerSecond = 16_000;
        try (Relay relay = new Relay(port, bytesPerSecond);
                JmsTestNode to = new JmsTestNode("BRAVO", JmsTestNode.settings(port), 1);
                JmsTestNode from = new JmsTestNode(
                        "ALPHA", JmsTestNode.settings(0).withPeer("BRAVO", "127.0.0.1:" + relay.port()), 1)) {
            from.awaitReachable("BRAVO");

            from.send(from.message(1, "BRAVO", Precedence.ROUTINE, new byte[rowBytes]));
            from.send(from.message(2, "BRAVO", Precedence.ROUTINE, new byte[1]));

            await().atMost(Duration.ofSeconds(60))
                    .until(() -> to.recorder.messages().size() == 2
                            || from.transport.peer(to.self).epoch() > 1);
            assertThat(from.transport.peer(to.self).epoch()).isOne();
            assertThat(to.recorder.messages())
                    .extracting(message -> message.payload().length)
                    .containsExactly(rowBytes, 1);
        }
    }
}
