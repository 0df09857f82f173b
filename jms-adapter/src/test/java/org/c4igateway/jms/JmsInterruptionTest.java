package org.c4igateway.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.stream.LongStream;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.core.transport.SendOutcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Peers that block, close and restart. */
@Tag("slow")
class JmsInterruptionTest extends JmsTransportFixture {
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
        await().until(() -> restarted.recorder.messages().size() == 1);
        assertThat(from.recorder.states())
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
        await().until(() -> to.recorder.messages().size() == expected);
        assertThat(to.recorder.messages().stream().map(each -> each.id().sequence()))
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
            await().until(() -> to.recorder.messages().size() == 1);
            charlie.recorder.open();
        }
    }

    @Test
    void deliversNothingMoreAfterTheSubscriptionIsClosed() {
        JmsTestNode from = startAlpha(1);
        JmsTestNode to = startBravo(1);
        from.awaitReachable(BRAVO);
        to.subscription.close();
        int statesThen = to.recorder.states().size();

        assertThat(from.send(from.message(1, BRAVO, Precedence.FLASH, new byte[1])))
                .isEqualTo(SendOutcome.Accepted.INSTANCE);
        await().until(() -> unacknowledged(from) == 0);
        from.close();

        assertThat(to.recorder.messages()).isEmpty();
        assertThat(to.recorder.states()).hasSize(statesThen);
        assertThat(from.send(from.message(2, BRAVO, Precedence.FLASH, new byte[1])))
                .isEqualTo(new SendOutcome.Disconnected(ErrorCode.TRANSPORT_CLOSED));
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
}
