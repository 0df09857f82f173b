package org.c4igateway.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.core.transport.SendOutcome;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JmsTransportTest {
    private static final String ALPHA = "ALPHA";
    private static final String BRAVO = "BRAVO";

    private final int alphaPort = TestNetwork.port();
    private final int bravoPort = TestNetwork.port();
    private JmsProfile profile = JmsProfile.TUNED;
    private JmsSettings.Limits limits = JmsSettings.Limits.DEFAULTS;
    private @Nullable JmsTestNode alpha;
    private @Nullable JmsTestNode bravo;

    @AfterEach
    void closeNodes() {
        if (alpha != null) {
            alpha.close();
        }
        if (bravo != null) {
            bravo.close();
        }
    }

    @ParameterizedTest
    @EnumSource(JmsProfile.class)
    void carriesEveryFieldUnchanged(JmsProfile chosen) {
        profile = chosen;
        JmsTestNode from = startAlpha(1);
        JmsTestNode to = startBravo(1);
        from.awaitReachable(BRAVO);
        byte[] large = new byte[JmsTestNode.MAX_PAYLOAD_BYTES];
        new Random(1).nextBytes(large);
        List<Message> sent = List.of(
                message(1, Instant.parse("2126-11-21T08:00:00.987654321Z"), "비밀", "항적 17", utf8("대한민국 전문//\n")),
                message(2, Instant.MAX, "", "", large),
                message(3, Instant.MAX, "SECRET", "", new byte[0]),
                message(4, Instant.parse("2020-01-01T00:00:00Z"), "", "", new byte[] {0, 1, -1}));

        sent.forEach(each -> assertThat(from.send(each)).isEqualTo(SendOutcome.Accepted.INSTANCE));

        await().until(() -> to.recorder.messages.size() == sent.size());
        assertThat(to.recorder.messages).isEqualTo(sent);
        assertThat(to.recorder.parked).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(JmsProfile.class)
    void keepsTheOrderWithinAPrecedence(JmsProfile chosen) {
        profile = chosen;
        JmsTestNode from = startAlpha(1);
        JmsTestNode to = startBravo(1);
        from.awaitReachable(BRAVO);

        for (long sequence = 1; sequence <= 2_000; sequence++) {
            assertThat(from.send(from.message(sequence, BRAVO, Precedence.ROUTINE, utf8("x" + sequence))))
                    .isEqualTo(SendOutcome.Accepted.INSTANCE);
        }

        await().until(() -> to.recorder.messages.size() == 2_000);
        assertThat(to.recorder.messages.stream().map(each -> each.id().sequence()))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, 2_000).boxed().toList());
    }

    @Test
    void letsFlashOvertakeABacklog() {
        JmsTestNode from = startAlpha(1);
        JmsTestNode to = startBravo(1);
        from.awaitReachable(BRAVO);
        to.recorder.shut();
        for (long sequence = 1; sequence <= 1_000; sequence++) {
            from.send(from.message(sequence, BRAVO, Precedence.ROUTINE, new byte[1_000]));
        }
        from.send(from.message(1_001, BRAVO, Precedence.PRIORITY, new byte[1_000]));
        from.send(from.message(1_002, BRAVO, Precedence.FLASH, new byte[1_000]));
        await().until(() -> unacknowledged(from) == 0);

        to.recorder.open();

        await().until(() -> to.recorder.messages.size() == 1_002);
        List<Long> order =
                to.recorder.messages.stream().map(each -> each.id().sequence()).toList();
        // The batch that the receiver delivers when they arrive and what it has read ahead go first.
        int readAhead = 128 * 1_024 / 1_000;
        assertThat(order.indexOf(1_002L)).isLessThan(order.indexOf(1_001L)).isLessThan(readAhead + 10);
        assertThat(order.indexOf(1_001L)).isLessThan(readAhead + 20);
    }

    @Test
    void carriesReceiptsBackEvenWhileMessagesAreBlocked() {
        JmsTestNode from = startAlpha(1);
        JmsTestNode to = startBravo(1);
        from.awaitReachable(BRAVO);
        to.awaitReachable(ALPHA);
        from.recorder.shut();
        to.send(to.message(1, ALPHA, Precedence.FLASH, new byte[10]));
        Receipt receipt = new Receipt(
                new SystemName(BRAVO),
                new SystemName(ALPHA),
                List.of(new SequenceRange(1, 9), new SequenceRange(11, 11)),
                List.of(new Receipt.Rejection(10, ErrorCode.UNKNOWN_TOPIC, "모르는 주제")));

        assertThat(to.transport.sendReceipt(receipt, JmsTestNode.TIMEOUT)).isEqualTo(SendOutcome.Accepted.INSTANCE);

        await().until(() -> !from.recorder.receipts.isEmpty());
        assertThat(from.recorder.receipts).containsExactly(receipt);
        assertThat(from.recorder.messages).isEmpty();
        from.recorder.open();
    }

    @Test
    void announcesItselfToEachPeer() {
        JmsTestNode from = startAlpha(7);
        JmsTestNode to = startBravo(8);

        await().until(() -> !from.recorder.announcements.isEmpty() && !to.recorder.announcements.isEmpty());

        assertThat(to.recorder.announcements)
                .containsExactly(new NodeAnnouncement(
                        new SystemName(ALPHA),
                        7,
                        JmsTestNode.CATALOGUE.contentHash(),
                        JmsTestNode.CATALOGUE.digests(),
                        JmsTestNode.INTRODUCTION));
    }

    @ParameterizedTest
    @EnumSource(JmsProfile.class)
    void disconnectsAndResumesInAHigherEpochWhenThePeerRestarts(JmsProfile chosen) {
        profile = chosen;
        JmsTestNode from = startAlpha(1);
        startBravo(1).awaitReachable(ALPHA);
        from.awaitReachable(BRAVO);
        assertThat(peerState(from)).isEqualTo(new PeerState(true, 1));

        closeBravo();
        await().until(() -> !peerState(from).reachable());
        assertThat(from.send(from.message(1, BRAVO, Precedence.FLASH, new byte[1])))
                .isEqualTo(new SendOutcome.Disconnected(ErrorCode.PEER_UNREACHABLE));

        JmsTestNode restarted = startBravo(2);
        from.awaitReachable(BRAVO);
        assertThat(from.send(from.message(2, BRAVO, Precedence.FLASH, new byte[1])))
                .isEqualTo(SendOutcome.Accepted.INSTANCE);
        await().until(() -> restarted.recorder.messages.size() == 1);
        assertThat(from.recorder.states)
                .containsExactly(new PeerState(true, 1), new PeerState(false, 1), new PeerState(true, 2));
        assertThat(from.meters
                        .counter("c4i.transport.disconnects", "transport", "jms", "peer", BRAVO)
                        .count())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(JmsProfile.class)
    void pressesBackWhileTheReceiverIsBlockedAndLosesNothing(JmsProfile chosen) {
        profile = chosen;
        limits = new JmsSettings.Limits(1 << 20, 64, 1 << 20);
        JmsTestNode from = startAlpha(1);
        JmsTestNode to = startBravo(1);
        from.awaitReachable(BRAVO);
        to.recorder.shut();
        Duration patience = Duration.ofMillis(200);
        long accepted = 0;
        long startNanos = System.nanoTime();
        SendOutcome outcome = SendOutcome.Accepted.INSTANCE;
        while (outcome.equals(SendOutcome.Accepted.INSTANCE) && accepted < 1_000) {
            startNanos = System.nanoTime();
            outcome = from.send(from.message(accepted + 1, BRAVO, Precedence.ROUTINE, new byte[20_000]), patience);
            accepted += outcome.equals(SendOutcome.Accepted.INSTANCE) ? 1 : 0;
        }
        Duration blocked = Duration.ofNanos(System.nanoTime() - startNanos);

        assertThat(outcome).isInstanceOf(SendOutcome.BackPressured.class);
        assertThat(blocked).isGreaterThanOrEqualTo(patience);
        assertThat(accepted).isBetween(50L, 500L);
        long expected = accepted;
        to.recorder.open();
        await().until(() -> to.recorder.messages.size() == expected);
        assertThat(to.recorder.messages.stream().map(each -> each.id().sequence()))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, expected).boxed().toList());
        assertThat(from.transport.peer(new SystemName(BRAVO))).isEqualTo(new PeerState(true, 1));
    }

    @Test
    void doesNotLetABlockedPeerHoldUpAnother() {
        JmsTestNode to = startBravo(1);
        limits = new JmsSettings.Limits(65_536, 16, 65_536);
        int charliePort = TestNetwork.port();
        try (JmsTestNode charlie = new JmsTestNode(
                        "CHARLIE", JmsTestNode.settings(charliePort).withLimits(limits), 1);
                JmsTestNode from = new JmsTestNode(
                        ALPHA,
                        JmsTestNode.settings(alphaPort)
                                .withLimits(limits)
                                .withPeer(BRAVO, "127.0.0.1:" + bravoPort)
                                .withPeer("CHARLIE", "127.0.0.1:" + charliePort),
                        1)) {
            from.awaitReachable(BRAVO);
            from.awaitReachable("CHARLIE");
            charlie.recorder.shut();
            SendOutcome outcome = SendOutcome.Accepted.INSTANCE;
            for (long sequence = 1; outcome.equals(SendOutcome.Accepted.INSTANCE); sequence++) {
                outcome = from.send(
                        from.message(sequence, "CHARLIE", Precedence.FLASH, new byte[20_000]), Duration.ofMillis(100));
            }
            assertThat(outcome).isInstanceOf(SendOutcome.BackPressured.class);

            assertThat(from.send(from.message(1, BRAVO, Precedence.ROUTINE, new byte[10])))
                    .isEqualTo(SendOutcome.Accepted.INSTANCE);
            await().until(() -> to.recorder.messages.size() == 1);
            charlie.recorder.open();
        }
    }

    @Test
    void refusesWhatCanNeverBeSent() {
        JmsTestNode from = startAlpha(1);
        Message fine = from.message(1, BRAVO, Precedence.FLASH, new byte[1]);

        assertThat(from.send(from.message(1, "NOWHERE", Precedence.FLASH, new byte[1])))
                .isInstanceOfSatisfying(
                        SendOutcome.Rejected.class,
                        rejected -> assertThat(rejected.code()).isEqualTo(ErrorCode.UNKNOWN_DESTINATION));
        assertThat(from.send(from.message(1, BRAVO, Precedence.FLASH, new byte[JmsTestNode.MAX_PAYLOAD_BYTES + 1])))
                .isInstanceOfSatisfying(
                        SendOutcome.Rejected.class,
                        rejected -> assertThat(rejected.code()).isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE));
        assertThatThrownBy(() -> from.send(fine.to(List.of(new SystemName(BRAVO), new SystemName(ALPHA)))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> from.send(fine.to(List.of()))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void deliversNothingMoreAfterTheSubscriptionIsClosed() {
        JmsTestNode from = startAlpha(1);
        JmsTestNode to = startBravo(1);
        from.awaitReachable(BRAVO);
        to.subscription.close();
        int statesThen = to.recorder.states.size();

        assertThat(from.send(from.message(1, BRAVO, Precedence.FLASH, new byte[1])))
                .isEqualTo(SendOutcome.Accepted.INSTANCE);
        await().until(() -> unacknowledged(from) == 0);
        from.close();

        assertThat(to.recorder.messages).isEmpty();
        assertThat(to.recorder.states).hasSize(statesThen);
        assertThat(from.send(from.message(2, BRAVO, Precedence.FLASH, new byte[1])))
                .isEqualTo(new SendOutcome.Disconnected(ErrorCode.TRANSPORT_CLOSED));
    }

    @ParameterizedTest
    @EnumSource(JmsProfile.class)
    void leavesToTheReceiverWhatHasExpiredOnTheWay(JmsProfile chosen) {
        profile = chosen;
        JmsTestNode from = startAlpha(1);
        JmsTestNode to = startBravo(1);
        from.awaitReachable(BRAVO);
        to.recorder.shut();
        from.send(from.message(1, BRAVO, Precedence.FLASH, new byte[1]));
        Message brief = message(2, Instant.now().plusMillis(300), "", "", new byte[1]);
        from.send(brief);
        await().until(() -> Instant.now().isAfter(brief.expiresAt()));

        to.recorder.open();

        await().until(() -> to.recorder.messages.contains(brief));
    }

    @Test
    void carriesADeliberateRepetitionAgain() {
        JmsTestNode from = startAlpha(1);
        JmsTestNode to = startBravo(1);
        from.awaitReachable(BRAVO);
        Message message = from.message(1, BRAVO, Precedence.FLASH, new byte[1]);

        from.send(message);
        from.send(message);

        await().until(() -> to.recorder.messages.size() == 2);
        assertThat(to.recorder.messages).containsExactly(message, message);
    }

    private JmsTestNode startAlpha(long incarnation) {
        alpha = new JmsTestNode(
                ALPHA,
                JmsTestNode.settings(alphaPort)
                        .withProfile(profile)
                        .withLimits(limits)
                        .withPeer(BRAVO, "127.0.0.1:" + bravoPort),
                incarnation);
        return alpha;
    }

    private JmsTestNode startBravo(long incarnation) {
        bravo = new JmsTestNode(
                BRAVO,
                JmsTestNode.settings(bravoPort)
                        .withProfile(profile)
                        .withLimits(limits)
                        .withPeer(ALPHA, "tcp://127.0.0.1:" + alphaPort),
                incarnation);
        return bravo;
    }

    private void closeBravo() {
        if (bravo != null) {
            bravo.close();
            bravo = null;
        }
    }

    private static PeerState peerState(JmsTestNode from) {
        return from.transport.peer(new SystemName(BRAVO));
    }

    private static double unacknowledged(JmsTestNode from) {
        return from.meters.get("c4i.transport.unacknowledged").gauge().value();
    }

    private static Message message(long sequence, Instant expires, String label, String subject, byte[] payload) {
        return new Message(
                new MessageId(new SystemName(ALPHA), sequence),
                "F541",
                Precedence.IMMEDIATE,
                List.of(new SystemName(BRAVO)),
                Instant.parse("2026-11-21T08:00:00.123456789Z"),
                expires,
                label,
                subject,
                payload);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
