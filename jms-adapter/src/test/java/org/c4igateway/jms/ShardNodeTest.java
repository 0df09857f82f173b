package org.c4igateway.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.transport.DscpSettings;
import org.c4igateway.core.transport.SendOutcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where a node that sends a part of its system's topics listens, and how its receipts find it. */
@Timeout(120)
class ShardNodeTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final SystemName ALPHA = new SystemName("ALPHA");

    private final List<JmsTestNode> opened = new ArrayList<>();
    private final int alphaPort = TestNetwork.ports(3);
    private final int bravoPort = TestNetwork.port();

    @AfterEach
    void close() {
        opened.reversed().forEach(JmsTestNode::close);
    }

    private JmsTestNode third(JmsSettings settings) {
        return opened(new JmsTestNode("ALPHA+2", settings.withPeer("BRAVO", "127.0.0.1:" + bravoPort), 1));
    }

    private JmsTestNode bravo(JmsSettings settings) {
        return opened(new JmsTestNode("BRAVO", settings, 1));
    }

    private JmsSettings knowingAlpha() {
        return JmsTestNode.settings(bravoPort).withPeer("ALPHA", "127.0.0.1:" + alphaPort);
    }

    private JmsTestNode opened(JmsTestNode node) {
        opened.add(node);
        return node;
    }

    private static JmsSettings anywhere(int port) {
        return new JmsSettings(
                "0.0.0.0",
                port,
                JmsTestNode.settings(0).peers(),
                JmsProfile.TUNED,
                JmsTestNode.CREDENTIALS,
                null,
                null,
                JmsSettings.Limits.DEFAULTS,
                JmsSettings.Batch.DEFAULTS,
                null,
                DscpSettings.NONE);
    }

    private static void assertThatReceiptsReach(JmsTestNode third, JmsTestNode bravo) {
        third.awaitReachable("BRAVO");
        Message message = third.message(1, "BRAVO", Precedence.FLASH, new byte[1]);
        assertThat(third.send(message)).isEqualTo(SendOutcome.Accepted.INSTANCE);
        await().atMost(PATIENCE).until(() -> bravo.recorder.messages().equals(List.of(message)));
        Receipt receipt = new Receipt(bravo.self, third.self, List.of(new SequenceRange(1, 1)), List.of());

        await().atMost(PATIENCE)
                .until(() -> bravo.transport.sendReceipt(receipt, JmsTestNode.TIMEOUT) instanceof SendOutcome.Accepted);

        await().atMost(PATIENCE).until(() -> third.recorder.receipts().equals(List.of(receipt)));
    }

    @Test
    void listensAsManyPortsFurtherAsTheNumberOfTheShard() {
        assertThat(third(JmsTestNode.settings(alphaPort)).transport.port()).isEqualTo(alphaPort + 2);
    }

    @Test
    void listensOnAnyFreePortWhereItsSystemDoes() {
        JmsTestNode bravo = bravo(knowingAlpha());

        assertThatReceiptsReach(third(JmsTestNode.settings(0)), bravo);
    }

    @Test
    void isFoundWhereTheAddressOfItsSystemIsConfiguredWhenItTellsNone() {
        JmsTestNode bravo = bravo(knowingAlpha());

        assertThatReceiptsReach(third(anywhere(alphaPort)), bravo);
    }

    @Test
    void isFoundWhereItSaysWhenThatIsElsewhere() {
        JmsTestNode bravo = bravo(knowingAlpha());

        assertThatReceiptsReach(third(JmsTestNode.settings(TestNetwork.ports(3))), bravo);
    }

    /** Its system is a newcomer, whose address is not configured. */
    @Test
    void isFoundWhereItSaysWhenItsSystemHasJoined() {
        JmsTestNode bravo = bravo(JmsTestNode.settings(bravoPort));
        bravo.peers.add(ALPHA);
        bravo.transport.join(ALPHA);

        assertThatReceiptsReach(third(JmsTestNode.settings(alphaPort)), bravo);
    }

    @Test
    void hasNoWayBackWhereItsSystemIsNotKnown() {
        JmsTestNode bravo = bravo(JmsTestNode.settings(bravoPort));
        JmsTestNode third = third(JmsTestNode.settings(alphaPort));
        third.awaitReachable("BRAVO");
        await().atMost(PATIENCE).until(() -> !bravo.recorder.announcements().isEmpty());

        Receipt receipt = new Receipt(bravo.self, third.self, List.of(), List.of());

        assertThat(bravo.transport.sendReceipt(receipt, JmsTestNode.TIMEOUT))
                .isInstanceOfSatisfying(
                        SendOutcome.Rejected.class,
                        rejected -> assertThat(rejected.code()).isEqualTo(ErrorCode.UNKNOWN_DESTINATION));
    }

    @Test
    void tellsTheAdvertisedAddressWithItsOwnPort() {
        JmsSettings settings = JmsTestNode.settings(61_616).withAdvertised("gate.example:7000");

        assertThat(ShardSettings.of(settings, 0)).isSameAs(settings);
        assertThat(ShardSettings.of(settings, 3).port()).isEqualTo(61_619);
        assertThat(ShardSettings.of(settings, 3).toldAddress(61_619)).isEqualTo("gate.example:7003");
        assertThat(ShardSettings.of(JmsTestNode.settings(61_616), 3).toldAddress(61_619))
                .isEqualTo("127.0.0.1:61619");
    }

    @Test
    void doesNotStartWhereItWouldHaveNoPort() {
        JmsSettings last = JmsTestNode.settings(65_535);
        JmsSettings advertised = JmsTestNode.settings(0).withAdvertised("gate.example:65533");

        assertThatThrownBy(() -> ShardSettings.of(last, 1))
                .isInstanceOf(GatewayException.Fatal.class)
                .hasMessageContaining("c4i.transports.jms.port");
        assertThat(ShardSettings.of(advertised, 2).toldAddress(0)).isEqualTo("gate.example:65535");
        assertThatThrownBy(() -> ShardSettings.of(advertised, 3))
                .isInstanceOf(GatewayException.Fatal.class)
                .hasMessageContaining("c4i.transports.jms.advertised");
    }
}
