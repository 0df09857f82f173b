package org.c4igateway.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.DatabaseId;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.transport.TransportAlarm;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two nodes of one system name on two databases: the second one is not heard, and both sides say so. */
@Tag("slow")
class NameConflictTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final SystemName ALPHA = new SystemName("ALPHA");
    private static final Introduction FIRST = onDatabase("11111111-1111-4111-8111-111111111111", 1);
    private static final Introduction SECOND = onDatabase("22222222-2222-4222-8222-222222222222", 1);

    private final int port = TestNetwork.port();
    private final JmsSettings toAlpha = JmsTestNode.settings(0).withPeer("ALPHA", "127.0.0.1:" + port);

    private static Introduction onDatabase(String id, long start) {
        return new Introduction(start, Optional.of(new DatabaseId(UUID.fromString(id))), 60);
    }

    private JmsTestNode bravo(Introduction introduction) {
        return new JmsTestNode("BRAVO", toAlpha, introduction.hashCode(), Set.of(), introduction);
    }

    @Test
    void hearsTheFirstOfTwoDatabasesOfOneName() {
        try (JmsTestNode alpha = new JmsTestNode("ALPHA", JmsTestNode.settings(port), 1);
                JmsTestNode first = bravo(FIRST)) {
            first.awaitReachable("ALPHA");
            try (JmsTestNode second = bravo(SECOND)) {
                awaitConflict(alpha, "BRAVO");
                awaitConflict(second, "BRAVO");
                assertThat(second.transport.peer(ALPHA).reachable()).isFalse();
                assertThat(second.send(routine(second, 2)))
                        .isEqualTo(new SendOutcome.Disconnected(ErrorCode.NAME_CONFLICT));
                assertThat(first.transport.alarms()).isEmpty();

                assertThat(first.send(routine(first, 1))).isEqualTo(SendOutcome.Accepted.INSTANCE);
                await().until(() -> alpha.recorder.messages().size() == 1);
                assertThat(alpha.recorder.announcements())
                        .allMatch(announcement -> announcement.introduction().equals(FIRST));
            }
            await().atMost(PATIENCE).until(() -> alpha.transport.alarms().isEmpty());
            assertThat(first.transport.peer(ALPHA).epoch()).isEqualTo(1);
        }
    }

    @Test
    void hearsTheSecondDatabaseWhenTheFirstIsGone() {
        try (JmsTestNode alpha = new JmsTestNode("ALPHA", JmsTestNode.settings(port), 1)) {
            JmsTestNode first = bravo(FIRST);
            first.awaitReachable("ALPHA");
            try (JmsTestNode second = bravo(SECOND)) {
                awaitConflict(second, "BRAVO");
                first.close();

                second.awaitReachable("ALPHA");
                assertThat(second.transport.alarms()).isEmpty();
                assertThat(second.send(routine(second, 1))).isEqualTo(SendOutcome.Accepted.INSTANCE);
                await().until(() -> alpha.recorder.messages().size() == 1);
                assertThat(alpha.transport.alarms()).isEmpty();
            }
        }
    }

    @Test
    void hearsTheLaterStartOnOneDatabase() {
        try (JmsTestNode alpha = new JmsTestNode("ALPHA", JmsTestNode.settings(port), 1);
                JmsTestNode early = bravo(FIRST)) {
            early.awaitReachable("ALPHA");
            try (JmsTestNode late = bravo(onDatabase("11111111-1111-4111-8111-111111111111", 2))) {
                late.awaitReachable("ALPHA");

                assertThat(late.send(routine(late, 1))).isEqualTo(SendOutcome.Accepted.INSTANCE);
                await().until(() -> alpha.recorder.messages().size() == 1);
                assertThat(late.transport.alarms()).isEmpty();
            }
        }
    }

    @Test
    void leavesTheQueuesOfAnExternalBrokerToTheFirst() throws Exception {
        ActiveMQServer broker = ExternalBroker.on(port);
        broker.start();
        JmsSettings external = JmsTestNode.settings(0).withExternalUrl("tcp://127.0.0.1:" + port);
        try (JmsTestNode alpha = new JmsTestNode("ALPHA", external, 1, Set.of("BRAVO"))) {
            JmsTestNode first = new JmsTestNode("BRAVO", external, 1, Set.of("ALPHA"), FIRST);
            alpha.awaitReachable("BRAVO");
            first.awaitReachable("ALPHA");
            try (JmsTestNode second = new JmsTestNode("BRAVO", external, 2, Set.of("ALPHA"), SECOND)) {
                awaitConflict(second, "BRAVO");
                for (long sequence = 1; sequence <= 10; sequence++) {
                    Message message = alpha.message(sequence, "BRAVO", Precedence.ROUTINE, new byte[1]);
                    assertThat(alpha.send(message)).isEqualTo(SendOutcome.Accepted.INSTANCE);
                }
                await().until(() -> first.recorder.messages().size() == 10);
                assertThat(second.send(routine(second, 2))).isInstanceOf(SendOutcome.Disconnected.class);
                assertThat(second.recorder.messages()).isEmpty();
                assertThat(alpha.recorder.announcements())
                        .allMatch(announcement -> announcement.introduction().equals(FIRST));
                first.close();

                await().atMost(PATIENCE)
                        .until(() -> second.transport.peer(ALPHA).reachable());
                assertThat(second.transport.alarms()).isEmpty();
            }
        } finally {
            broker.stop();
        }
    }

    private static Message routine(JmsTestNode from, long sequence) {
        return from.message(sequence, "ALPHA", Precedence.ROUTINE, new byte[1]);
    }

    private static void awaitConflict(JmsTestNode node, String name) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            List<TransportAlarm> alarms = node.transport.alarms();
            assertThat(alarms).singleElement().satisfies(alarm -> {
                assertThat(alarm.code()).isEqualTo(ErrorCode.NAME_CONFLICT);
                assertThat(alarm.detail()).contains(name);
            });
        });
    }
}
