package org.c4igateway.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.testkit.WireCapture;
import org.c4igateway.core.transport.DscpSettings;
import org.c4igateway.core.transport.SendOutcome;
import org.junit.jupiter.api.Test;

/** Marks of JMS in the headers of packets, as the loopback interface carries them. */
class JmsDscpTest {
    private static final int PAYLOAD_BYTES = 5_000;
    /** Most that JMS and TCP add to it. */
    private static final int AROUND = 1_000;

    private static final Duration SOON = Duration.ofSeconds(60);

    private final int port = TestNetwork.port();

    private JmsTestNode sender(DscpSettings marks) {
        JmsSettings settings =
                JmsTestNode.settings(0).withPeer("BRAVO", "127.0.0.1:" + port).withDscp(marks);
        return new JmsTestNode("ALPHA", settings, 1);
    }

    @Test
    void marksWhatGoesToThePeerByItsPrecedence() {
        DscpSettings marks = new DscpSettings("EF", "AF41", null, "CS1");
        Map<Precedence, Integer> expected =
                Map.of(Precedence.FLASH, 46, Precedence.IMMEDIATE, 34, Precedence.PRIORITY, 0, Precedence.ROUTINE, 8);
        Optional<WireCapture> capture = WireCapture.start(port, port);
        assumeTrue(capture.isPresent(), "this process may not capture packets");
        try (WireCapture wire = capture.orElseThrow();
                JmsTestNode to = new JmsTestNode("BRAVO", JmsTestNode.settings(port), 1);
                JmsTestNode from = sender(marks)) {
            from.awaitReachable("BRAVO");
            for (Precedence precedence : Precedence.values()) {
                int bytes = PAYLOAD_BYTES * (1 + precedence.code());
                assertThat(from.send(from.message(1 + precedence.code(), "BRAVO", precedence, new byte[bytes])))
                        .isEqualTo(SendOutcome.Accepted.INSTANCE);
                from.transport.flush();
                await().atMost(SOON).until(() -> to.recorder.messages().size() == 1 + precedence.code());
            }

            expected.forEach((precedence, dscp) -> await(precedence.name())
                    .atMost(SOON)
                    .untilAsserted(() -> assertThat(wire.packets(each -> each.target() == port
                                    && each.bytes() > PAYLOAD_BYTES * (1 + precedence.code())
                                    && each.bytes() < PAYLOAD_BYTES * (1 + precedence.code()) + AROUND))
                            .isNotEmpty()
                            .allSatisfy(each -> assertThat(each.dscp()).isEqualTo(dscp))));
            assertThat(wire.packets(each -> each.source() == port))
                    .isNotEmpty()
                    .allSatisfy(each -> assertThat(each.dscp()).isZero());
            assertThat(sockets(wire)).as("a connection for each mark").isEqualTo(4);
        }
    }

    @Test
    void hasOneConnectionWhereAllHaveOneMark() {
        Optional<WireCapture> capture = WireCapture.start(port, port);
        assumeTrue(capture.isPresent(), "this process may not capture packets");
        try (WireCapture wire = capture.orElseThrow();
                JmsTestNode to = new JmsTestNode("BRAVO", JmsTestNode.settings(port), 1);
                JmsTestNode from = sender(new DscpSettings("CS5", "CS5", "CS5", "40"))) {
            from.awaitReachable("BRAVO");
            for (Precedence precedence : Precedence.values()) {
                var _ = from.send(from.message(1 + precedence.code(), "BRAVO", precedence, new byte[PAYLOAD_BYTES]));
            }
            from.transport.flush();
            await().atMost(SOON).until(() -> to.recorder.messages().size() == 4);

            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(
                                    wire.packets(each -> each.target() == port && each.bytes() > PAYLOAD_BYTES / 2))
                            .isNotEmpty()
                            .allSatisfy(each -> assertThat(each.dscp()).isEqualTo(40)));
            assertThat(sockets(wire)).isEqualTo(1);
        }
    }

    private long sockets(WireCapture wire) {
        return wire.packets(each -> each.target() == port).stream()
                .map(WireCapture.Packet::source)
                .distinct()
                .count();
    }

    @Test
    void endsAllConnectionsWhenOneIsLost() throws Exception {
        try (JmsTestNode from = sender(new DscpSettings("EF", "AF41", "AF21", "CS1"))) {
            long epoch;
            try (JmsTestNode to = new JmsTestNode("BRAVO", JmsTestNode.settings(port), 1)) {
                from.awaitReachable("BRAVO");
                epoch = from.transport.peer(to.self).epoch();
            }
            await().atMost(SOON)
                    .until(() -> !from.transport.peer(new SystemName("BRAVO")).reachable());
            try (JmsTestNode again = new JmsTestNode("BRAVO", JmsTestNode.settings(port), 2)) {
                from.awaitReachable("BRAVO");
                assertThat(from.transport.peer(again.self).epoch()).isGreaterThan(epoch);
                for (Precedence precedence : Precedence.values()) {
                    var _ = from.send(from.message(1 + precedence.code(), "BRAVO", precedence, new byte[100]));
                }
                from.transport.flush();
                await().atMost(SOON).until(() -> again.recorder.messages().size() == 4);
            }
        }
    }
}
