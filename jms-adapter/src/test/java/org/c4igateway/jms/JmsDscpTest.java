package org.c4igateway.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.Optional;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.testkit.WireCapture;
import org.c4igateway.core.transport.SendOutcome;
import org.junit.jupiter.api.Test;

/** Marks of JMS in the headers of packets, as the loopback interface carries them. */
class JmsDscpTest {
    private static final int PAYLOAD_BYTES = 20_000;

    @Test
    void marksWhatGoesToThePeerAndNothingElse() {
        int port = TestNetwork.port();
        Optional<WireCapture> capture = WireCapture.start(port, port);
        assumeTrue(capture.isPresent(), "this process may not capture packets");
        try (WireCapture wire = capture.orElseThrow();
                JmsTestNode to = new JmsTestNode("BRAVO", JmsTestNode.settings(port), 1);
                JmsTestNode from = new JmsTestNode(
                        "ALPHA",
                        JmsTestNode.settings(0)
                                .withPeer("BRAVO", "127.0.0.1:" + port)
                                .withDscp("AF41"),
                        1)) {
            from.awaitReachable("BRAVO");
            assertThat(from.send(from.message(1, "BRAVO", Precedence.FLASH, new byte[PAYLOAD_BYTES])))
                    .isEqualTo(SendOutcome.Accepted.INSTANCE);
            from.transport.flush();

            await().atMost(Duration.ofSeconds(60)).until(() -> !to.recorder.messages.isEmpty());
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(
                                    wire.packets(each -> each.target() == port && each.bytes() > PAYLOAD_BYTES / 2))
                            .isNotEmpty()
                            .allSatisfy(each -> assertThat(each.dscp()).isEqualTo(34)));
            assertThat(wire.packets(each -> each.source() == port))
                    .isNotEmpty()
                    .allSatisfy(each -> assertThat(each.dscp()).isZero());
        }
    }
}
