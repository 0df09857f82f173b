package org.c4igateway.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.transport.PeerAbsence;
import org.c4igateway.core.transport.PeerAbsence.Reason;
import org.c4igateway.jms.JmsSettings.Credentials;
import org.c4igateway.jms.client.AddressProbe;
import org.c4igateway.jms.client.BrokerAddress;
import org.junit.jupiter.api.Test;

/** Why a peer is away, as a node on JMS knows it. */
class AbsentPeerTest {
    private static final int MORE_THAN_THE_BACKLOG = 8;
    private static final SystemName BRAVO = new SystemName("BRAVO");

    private static void awaitAbsence(JmsTestNode node, Reason reason, String detail) {
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            Optional<PeerAbsence> absence = node.transport.absence(BRAVO);
            assertThat(absence.map(PeerAbsence::reason)).contains(reason);
            assertThat(absence.orElseThrow().detail()).contains(detail);
        });
    }

    @Test
    void saysThatNothingListensAndIsSilentOnceThePeerIsThere() {
        int port = TestNetwork.port();
        String address = "127.0.0.1:" + port;
        try (JmsTestNode from = new JmsTestNode("ALPHA", JmsTestNode.settings(0).withPeer("BRAVO", address), 1)) {
            awaitAbsence(from, Reason.NOTHING_LISTENS, address);
            try (JmsTestNode to = new JmsTestNode("BRAVO", JmsTestNode.settings(port), 1)) {
                from.awaitReachable("BRAVO");
                assertThat(from.transport.absence(to.self)).isEmpty();
            }
            awaitAbsence(from, Reason.NOTHING_LISTENS, address);
        }
    }

    @Test
    void saysThatThePasswordIsRefused() {
        int port = TestNetwork.port();
        Credentials wrong = new Credentials("mesh", "a-wrong-secret");
        try (JmsTestNode to = new JmsTestNode("BRAVO", JmsTestNode.settings(port), 1);
                JmsTestNode from = new JmsTestNode(
                        "ALPHA", JmsSettings.loopback(0, wrong).withPeer("BRAVO", "127.0.0.1:" + port), 1)) {
            awaitAbsence(from, Reason.LOGIN_REFUSED, "127.0.0.1:" + port);
            assertThat(from.transport.absence(to.self).orElseThrow().text())
                    .contains("refuses user or password")
                    .doesNotContain("mesh");
        }
    }

    /** Linux drops requests for connections while as many as the backlog allows wait to be accepted. */
    @Test
    void saysThatAHostDoesNotAnswer() throws IOException {
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Selector waiting = Selector.open()) {
            for (int i = 0; i < MORE_THAN_THE_BACKLOG; i++) {
                SocketChannel channel = SocketChannel.open();
                channel.configureBlocking(false);
                channel.connect(full.getLocalSocketAddress());
                channel.register(waiting, SelectionKey.OP_CONNECT);
            }
            String address = "127.0.0.1:" + full.getLocalPort();
            try (JmsTestNode from =
                    new JmsTestNode("ALPHA", JmsTestNode.settings(0).withPeer("BRAVO", address), 1)) {
                awaitAbsence(from, Reason.NO_ANSWER, address);
            } finally {
                for (SelectionKey key : waiting.keys()) {
                    key.channel().close();
                }
            }
        }
    }

    @Test
    void saysThatANameIsNotKnown() {
        try (JmsTestNode from =
                new JmsTestNode("ALPHA", JmsTestNode.settings(0).withPeer("BRAVO", "no-such-host.invalid:61616"), 1)) {
            awaitAbsence(from, Reason.UNKNOWN_HOST, "no-such-host.invalid:61616");
        }
    }

    @Test
    void saysThatNoAddressIsKnown() {
        try (JmsTestNode from = new JmsTestNode("ALPHA", JmsTestNode.settings(0), 1, Set.of("BRAVO"))) {
            awaitAbsence(from, Reason.NO_ADDRESS, "");
        }
    }

    @Test
    void takesWhatListensAndIsOfNoUseForAHandshakeThatFails() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            BrokerAddress address = BrokerAddress.remote(
                    List.of(new HostPort("127.0.0.1", silent.getLocalPort())), JmsTestNode.settings(0), null);

            assertThat(AddressProbe.ask(address)).isEqualTo(Reason.HANDSHAKE);
        }
    }
}
