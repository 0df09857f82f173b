package org.c4igateway.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.transport.PeerAbsence;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.jms.JmsSettings.Credentials;
import org.c4igateway.jms.presence.PeerHeartbeat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ExternalBrokerTest {
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

    @Test
    void carriesMessagesAndReceiptsThroughTheBroker() {
        try (JmsTestNode from = new JmsTestNode("ALPHA", settings, 1, Set.of("BRAVO"));
                JmsTestNode to = new JmsTestNode("BRAVO", settings, 1, Set.of("ALPHA"))) {
            from.awaitReachable("BRAVO");
            Message message = from.message(1, "BRAVO", Precedence.FLASH, new byte[200_000]);

            assertThat(from.send(message)).isEqualTo(SendOutcome.Accepted.INSTANCE);
            assertThat(from.send(message)).isEqualTo(SendOutcome.Accepted.INSTANCE);

            await().until(() -> to.recorder.messages().size() == 2);
            assertThat(to.recorder.messages()).containsExactly(message, message);
            await().until(() -> !from.recorder.announcements().isEmpty());
        }
    }

    /** It needs no queue for messages. */
    @Test
    void carriesWhatTheNodeOfAShardSendsAndBringsItItsReceipts() {
        try (JmsTestNode from = new JmsTestNode("ALPHA+2", settings, 1, Set.of("BRAVO"));
                JmsTestNode to = new JmsTestNode("BRAVO", settings, 1, Set.of("ALPHA"))) {
            from.awaitReachable("BRAVO");
            Message message = from.message(1, "BRAVO", Precedence.FLASH, new byte[1]);
            assertThat(from.send(message)).isEqualTo(SendOutcome.Accepted.INSTANCE);
            await().until(() -> to.recorder.messages().equals(List.of(message)));

            Receipt receipt = new Receipt(to.self, from.self, List.of(new SequenceRange(1, 1)), List.of());
            assertThat(to.transport.sendReceipt(receipt, JmsTestNode.TIMEOUT)).isEqualTo(SendOutcome.Accepted.INSTANCE);

            await().until(() -> from.recorder.receipts().equals(List.of(receipt)));
        }
    }

    /** The peer's own rows go by another transport; it answers here nevertheless. */
    @Test
    void reachesAPeerWhoseRowsGoAnotherWay() {
        try (JmsTestNode from = new JmsTestNode("ALPHA", settings, 1, Set.of("BRAVO"));
                JmsTestNode to = JmsTestNode.sendingElsewhere("BRAVO", settings, 1, "ALPHA")) {
            from.awaitReachable("BRAVO");
            Message message = from.message(1, "BRAVO", Precedence.FLASH, new byte[1]);
            assertThat(from.send(message)).isEqualTo(SendOutcome.Accepted.INSTANCE);
            await().until(() -> to.recorder.messages().size() == 1);

            Receipt receipt = new Receipt(to.self, from.self, List.of(new SequenceRange(1, 1)), List.of());
            assertThat(to.transport.sendReceipt(receipt, JmsTestNode.TIMEOUT)).isEqualTo(SendOutcome.Accepted.INSTANCE);

            await().until(() -> from.recorder.receipts().equals(List.of(receipt)));
        }
    }

    @Test
    void beginsANewEpochWhenThePeerRestartsBehindTheBroker() {
        try (JmsTestNode from = new JmsTestNode("ALPHA", settings, 1, Set.of("BRAVO"))) {
            JmsTestNode to = new JmsTestNode("BRAVO", settings, 1, Set.of("ALPHA"));
            await().until(() -> from.recorder.announcements().size() == 1);
            assertThat(from.transport.peer(new SystemName("BRAVO"))).isEqualTo(new PeerState(true, 1));
            to.close();

            try (JmsTestNode restarted = new JmsTestNode("BRAVO", settings, 2, Set.of("ALPHA"))) {
                await().until(() -> from.transport.peer(new SystemName("BRAVO")).equals(new PeerState(true, 2)));
                assertThat(restarted.recorder.messages()).isEmpty();
            }
        }
    }

    /** What its earlier start had in memory is lost, and older than these. They come again, behind the older ones. */
    @Test
    void takesNoRowThatWasSentToItsEarlierStart() {
        try (JmsTestNode from = new JmsTestNode("ALPHA", settings, 1, Set.of("BRAVO"))) {
            JmsTestNode to = new JmsTestNode("BRAVO", settings, 1, Set.of("ALPHA"));
            from.awaitReachable("BRAVO");
            to.close();
            assertThat(from.send(from.message(1, "BRAVO", Precedence.FLASH, new byte[1])))
                    .as("for some seconds it counts as there")
                    .isEqualTo(SendOutcome.Accepted.INSTANCE);

            try (JmsTestNode restarted = new JmsTestNode("BRAVO", settings, 2, Set.of("ALPHA"))) {
                await().until(() -> from.transport.peer(new SystemName("BRAVO")).equals(new PeerState(true, 2)));
                assertThat(from.send(from.message(2, "BRAVO", Precedence.FLASH, new byte[1])))
                        .isEqualTo(SendOutcome.Accepted.INSTANCE);

                await().until(() -> !restarted.recorder.messages().isEmpty());
                assertThat(restarted.recorder.messages())
                        .extracting(message -> message.id().sequence())
                        .containsExactly(2L);
                assertThat(restarted
                                .meters
                                .counter("c4i.transport.outdated", "transport", "jms")
                                .count())
                        .isEqualTo(1);
            }
        }
    }

    /** Its own rows go by another transport, so it opens no link by itself. */
    @Test
    void reachesAPeerWhoseRowsGoAnotherWayAfterItsRestart() {
        try (JmsTestNode from = new JmsTestNode("ALPHA", settings, 1, Set.of("BRAVO"))) {
            JmsTestNode to = JmsTestNode.sendingElsewhere("BRAVO", settings, 1, "ALPHA");
            from.awaitReachable("BRAVO");
            to.close();

            try (JmsTestNode _ = JmsTestNode.sendingElsewhere("BRAVO", settings, 2, "ALPHA")) {
                await().atMost(Duration.ofSeconds(30))
                        .until(() ->
                                from.transport.peer(new SystemName("BRAVO")).equals(new PeerState(true, 2)));
            }
        }
    }

    @Test
    void putsNothingIntoTheQueueOfAPeerThatIsNotThere() {
        try (JmsTestNode from = new JmsTestNode("ALPHA", settings, 1, Set.of("BRAVO"))) {
            await().until(() -> from.meters
                            .counter("c4i.transport.connects", "transport", "jms", "peer", "BRAVO")
                            .count()
                    == 1);

            assertThat(from.transport.peer(new SystemName("BRAVO")).reachable()).isFalse();
            assertThat(from.send(from.message(1, "BRAVO", Precedence.FLASH, new byte[1])))
                    .isEqualTo(new SendOutcome.Disconnected(ErrorCode.PEER_UNREACHABLE));
            assertThat(from.recorder.states()).isEmpty();
            assertThat(depth()).isZero();
        }
    }

    @Test
    void holdsRowsBackFromAPeerThatFellSilentUntilItIsHeardAgain() {
        try (JmsTestNode from = new JmsTestNode("ALPHA", settings, 1, Set.of("BRAVO"))) {
            JmsTestNode dead = new JmsTestNode("BRAVO", settings, 1, Set.of("ALPHA"));
            from.awaitReachable("BRAVO");
            dead.close();
            int rows = 10;
            send(from, rows);
            send(from, rows);

            await().until(() -> !from.transport.peer(new SystemName("BRAVO")).reachable());

            assertThat(from.send(from.message(1, "BRAVO", Precedence.FLASH, new byte[1])))
                    .isEqualTo(new SendOutcome.Disconnected(ErrorCode.PEER_UNREACHABLE));
            assertThat(depth()).as("JMS messages of one row or more").isBetween(1L, 2L * rows);

            try (JmsTestNode back = new JmsTestNode("BRAVO", settings, 2, Set.of("ALPHA"))) {
                from.awaitReachable("BRAVO");
                assertThat(from.transport.peer(new SystemName("BRAVO")).epoch()).isGreaterThan(1);
                send(from, rows);
                await().until(() -> back.recorder.messages().size() >= rows);
                assertThat(back.recorder.messages())
                        .as("what its earlier start was sent is left unread")
                        .extracting(message -> message.id().sequence())
                        .containsExactlyElementsOf(
                                LongStream.rangeClosed(1, rows).boxed().toList());
            }
        }
    }

    @Test
    void staysReachableWhileNothingIsSent() {
        try (JmsTestNode from = new JmsTestNode("ALPHA", settings, 1, Set.of("BRAVO"));
                JmsTestNode to = new JmsTestNode("BRAVO", settings, 1, Set.of("ALPHA"))) {
            from.awaitReachable("BRAVO");
            to.awaitReachable("ALPHA");

            await().during(PeerHeartbeat.SILENCE.plus(PeerHeartbeat.INTERVAL))
                    .atMost(PeerHeartbeat.SILENCE.multipliedBy(10))
                    .until(() -> from.recorder.states().equals(List.of(new PeerState(true, 1))));
            assertThat(from.recorder.receipts()).isEmpty();
        }
    }

    private static void send(JmsTestNode from, int rows) {
        for (long sequence = 1; sequence <= rows; sequence++) {
            assertThat(from.send(from.message(sequence, "BRAVO", Precedence.ROUTINE, new byte[1])))
                    .isEqualTo(SendOutcome.Accepted.INSTANCE);
        }
        await().until(() ->
                from.meters.get("c4i.transport.unacknowledged").gauge().value() == 0);
    }

    @Test
    void saysThatTheBrokerIsThereAndThePeerSilent() {
        try (JmsTestNode from = new JmsTestNode("ALPHA", settings, 1, Set.of("BRAVO"))) {
            await().untilAsserted(() -> assertThat(from.transport.absence(new SystemName("BRAVO")))
                    .contains(new PeerAbsence(PeerAbsence.Reason.SILENT, "127.0.0.1:" + port)));
            try (JmsTestNode to = new JmsTestNode("BRAVO", settings, 1, Set.of("ALPHA"))) {
                from.awaitReachable("BRAVO");
                assertThat(from.transport.absence(to.self)).isEmpty();
            }
        }
    }

    private long depth() {
        return broker.locateQueue(SimpleString.of("kmtf.BRAVO")).getMessageCount();
    }

    @Test
    void resumesAfterTheBrokerHasRestarted() throws Exception {
        try (JmsTestNode from = new JmsTestNode("ALPHA", settings, 1, Set.of("BRAVO"));
                JmsTestNode to = new JmsTestNode("BRAVO", settings, 1, Set.of("ALPHA"))) {
            from.awaitReachable("BRAVO");
            broker.stop();
            await().until(() -> !from.transport.peer(new SystemName("BRAVO")).reachable());
            startBroker();
            from.awaitReachable("BRAVO");

            from.send(from.message(1, "BRAVO", Precedence.FLASH, new byte[1]));

            await().until(() -> to.recorder.messages().size() == 1);
            assertThat(from.transport.peer(new SystemName("BRAVO")).epoch()).isEqualTo(2);
        }
    }

    @Test
    void saysWhatIsWrongWithTheBroker() throws Exception {
        JmsSettings wrongPassword = JmsSettings.loopback(0, new Credentials("mesh", "a-wrong-secret"))
                .withExternalUrl("127.0.0.1:" + port);
        assertFatal(() -> new JmsTestNode("ALPHA", wrongPassword, 1), ErrorCode.TRANSPORT_REFUSED);
        assertFatal(() -> new JmsTestNode("CHARLIE", settings, 1), ErrorCode.TRANSPORT_REFUSED);
    }

    /** A broker that is away when nodes open their data path is no reason to end. */
    @Test
    void connectsToABrokerThatComesLater() throws Exception {
        broker.stop();
        try (JmsTestNode from = new JmsTestNode("ALPHA", settings, 1, Set.of("BRAVO"));
                JmsTestNode to = new JmsTestNode("BRAVO", settings, 1, Set.of("ALPHA"))) {
            assertThat(from.send(from.message(1, "BRAVO", Precedence.FLASH, new byte[1])))
                    .isEqualTo(new SendOutcome.Disconnected(ErrorCode.PEER_UNREACHABLE));
            startBroker();
            from.awaitReachable("BRAVO");

            from.send(from.message(1, "BRAVO", Precedence.FLASH, new byte[1]));

            await().until(() -> to.recorder.messages().size() == 1);
        }
    }

    private static void assertFatal(Runnable opening, ErrorCode code) {
        assertThatThrownBy(opening::run).isInstanceOfSatisfying(GatewayException.Fatal.class, fault -> {
            assertThat(fault.errorCode()).isEqualTo(code);
            assertThat(fault).hasMessageContaining("127.0.0.1:");
            assertThat(fault.remedy()).isNotBlank();
        });
    }
}
