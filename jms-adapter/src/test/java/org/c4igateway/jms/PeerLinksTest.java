package org.c4igateway.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.transport.DscpSettings;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.transport.TransportAlarm;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Peers that come, move and go while a node runs. */
@Timeout(120)
class PeerLinksTest {
    private static final SystemName GOLF = new SystemName("GOLF");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final JmsTestNode alpha = new JmsTestNode("ALPHA", JmsTestNode.settings(0), 1);
    private final List<JmsTestNode> opened = new ArrayList<>(List.of(alpha));

    @AfterEach
    void close() {
        opened.reversed().forEach(JmsTestNode::close);
    }

    @Test
    void aNewcomerIsReachedWhereItAnnouncedItself() {
        JmsTestNode golf = golf(JmsTestNode.settings(0), 1);
        awaitHeard();
        assertThat(alpha.transport.peer(GOLF)).isEqualTo(PeerState.UNKNOWN);

        join();

        alpha.awaitReachable("GOLF");
        assertThat(alpha.send(alpha.message(1, "GOLF", Precedence.FLASH, new byte[] {7})))
                .isEqualTo(new SendOutcome.Accepted());
        await().atMost(PATIENCE).until(() -> !golf.recorder.messages().isEmpty());
        assertThat(alpha.transport.alarms()).isEmpty();
    }

    /** Its epoch grows, so that what was in flight to the old place is sent again. */
    @Test
    void aNewcomerThatListensElsewhereIsFollowed() {
        JmsTestNode golf = golf(JmsTestNode.settings(0), 1);
        awaitHeard();
        join();
        alpha.awaitReachable("GOLF");
        long before = alpha.transport.peer(GOLF).epoch();
        golf.close();
        await().atMost(PATIENCE).until(() -> !alpha.transport.peer(GOLF).reachable());

        var _ = golf(JmsTestNode.settings(0), 2);

        alpha.awaitReachable("GOLF");
        assertThat(alpha.transport.peer(GOLF).epoch()).isGreaterThan(before);
    }

    /** Rows that are old wait until it has told how long it remembers; a receipt would come too late for that. */
    @Test
    void aPeerWhoseRowsGoAnotherWayTellsWhoItIsBeforeAnyRowHasCome() {
        int here = TestNetwork.port();
        int there = TestNetwork.port();
        JmsTestNode hotel =
                new JmsTestNode("HOTEL", JmsTestNode.settings(here).withPeer("GOLF", "127.0.0.1:" + there), 1);
        opened.add(hotel);
        opened.add(JmsTestNode.withoutDestinations(
                "GOLF", JmsTestNode.settings(there).withPeer("HOTEL", "127.0.0.1:" + here)));

        hotel.awaitReachable("GOLF");

        await().atMost(PATIENCE).until(() -> hotel.transport.introduction(GOLF).isPresent());
    }

    /** As after a restart of this node, which knows the name from the register and the address from nowhere. */
    @Test
    void aDestinationWithoutAddressIsReachedOnceItAnnouncesItself() {
        alpha.peers.add(GOLF);
        alpha.transport.join(GOLF);
        assertThat(alpha.transport.peer(GOLF).reachable()).isFalse();

        var _ = golf(JmsTestNode.settings(0), 1);

        alpha.awaitReachable("GOLF");
    }

    @Test
    void aNewcomerThatDoesNotTellWhereItListensIsAnAlarm() {
        JmsSettings anywhere = new JmsSettings(
                "0.0.0.0",
                0,
                JmsTestNode.settings(0).peers(),
                JmsProfile.TUNED,
                JmsTestNode.CREDENTIALS,
                null,
                null,
                JmsSettings.Limits.DEFAULTS,
                JmsSettings.Batch.DEFAULTS,
                null,
                DscpSettings.NONE);
        JmsTestNode golf = golf(anywhere, 1);
        awaitHeard();
        assertThat(alpha.transport.alarms()).isEmpty();

        join();

        assertThat(alpha.transport.alarms()).extracting(TransportAlarm::code).containsExactly(ErrorCode.NO_ADDRESS);
        golf.close();
        var _ = golf(anywhere.withAdvertised("127.0.0.1:1"), 2);
        await().atMost(PATIENCE).until(() -> alpha.transport.alarms().isEmpty());
    }

    private JmsTestNode golf(JmsSettings settings, long incarnation) {
        return new JmsTestNode("GOLF", settings.withPeer("ALPHA", "127.0.0.1:" + alpha.transport.port()), incarnation);
    }

    private void awaitHeard() {
        await().atMost(PATIENCE).until(() -> !alpha.recorder.announcements().isEmpty());
    }

    private void join() {
        alpha.peers.add(GOLF);
        alpha.transport.join(GOLF);
    }
}
