package org.c4igateway.dds.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.testkit.WireCapture;
import org.c4igateway.core.testkit.WireCapture.Packet;
import org.c4igateway.core.transport.DscpSettings;
import org.c4igateway.core.transport.SendOutcome;
import org.junit.jupiter.api.Test;

/** Marks of DDS in the headers of packets, as the loopback interface carries them. */
class DdsDscpTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    /** RTPS 2.5, 9.6.1. */
    private static final int PORT_BASE = 7_400;

    private static final int PORTS_OF_A_DOMAIN = 250;
    /** Unicast user traffic of the participant that joins first (RTPS 2.5, 9.6.1.4). */
    private static final int FIRST_USER_PORT = 11;

    /** By its size a sample is known on the wire. */
    private static final int STEP = 2_000;

    private static Message message(long sequence, Precedence precedence) {
        Message plain = DdsTestNode.message(
                "A", sequence, DdsTestNode.CATALOGUE.topics().getFirst().id(), "B");
        return new Message(
                plain.id(),
                plain.topicId(),
                precedence,
                plain.destinations(),
                plain.createdAt(),
                plain.expiresAt(),
                plain.label(),
                plain.subject(),
                new byte[STEP * (1 + precedence.code())]);
    }

    /**
     * Whether it is a sample to the first node of a domain. The second node answers busy ones with packets that are as
     * large, full of acknowledgements.
     */
    private static boolean carries(Packet packet, Precedence precedence, int userPort) {
        int least = STEP * (1 + precedence.code());
        return packet.protocol() == 17
                && packet.target() == userPort
                && packet.bytes() > least
                && packet.bytes() < least + STEP / 2;
    }

    @Test
    void marksEachRowByItsPrecedenceAndNothingOfAnotherNode() {
        int domain = TestNetwork.domain();
        int first = PORT_BASE + PORTS_OF_A_DOMAIN * domain;
        int ofB = first + FIRST_USER_PORT;
        Optional<WireCapture> capture = WireCapture.start(first, first + PORTS_OF_A_DOMAIN - 1);
        assumeTrue(capture.isPresent(), "this process may not capture packets");
        DdsSettings plain = DdsSettings.loopback(domain).withLease(Duration.ofSeconds(20));
        Map<Precedence, Integer> expected =
                Map.of(Precedence.FLASH, 46, Precedence.IMMEDIATE, 34, Precedence.PRIORITY, 0, Precedence.ROUTINE, 8);
        try (WireCapture wire = capture.orElseThrow();
                DdsTestNode b = new DdsTestNode("B", 5, plain);
                DdsTestNode a = new DdsTestNode("A", 6, plain.withDscp(new DscpSettings("EF", "AF41", null, "CS1")))) {
            await().atMost(SOON).until(() -> a.sees(b) && b.sees(a));
            int sent = 0;
            for (Precedence precedence :
                    List.of(Precedence.ROUTINE, Precedence.FLASH, Precedence.PRIORITY, Precedence.IMMEDIATE)) {
                sent++;
                assertThat(a.send(message(sent, precedence), Duration.ofSeconds(5)))
                        .isEqualTo(SendOutcome.Accepted.INSTANCE);
            }
            a.transport.flush();
            await().atMost(SOON).until(() -> b.messages.size() == 4);

            expected.forEach((precedence, dscp) -> await(precedence.name())
                    .atMost(SOON)
                    .untilAsserted(() -> assertThat(wire.packets(each -> carries(each, precedence, ofB)))
                            .isNotEmpty()
                            .allSatisfy(each -> assertThat(each.dscp()).isEqualTo(dscp))));
            Set<Integer> marking = wire.packets(each -> carries(each, Precedence.FLASH, ofB)).stream()
                    .map(Packet::source)
                    .collect(Collectors.toSet());
            assertThat(wire.packets(each -> each.protocol() == 17 && !marking.contains(each.source())))
                    .isNotEmpty()
                    .allSatisfy(each -> assertThat(each.dscp()).isZero());
        }
    }

    @Test
    void refusesAMarkThatThereIsNot() {
        assertThatThrownBy(() -> DdsSettings.loopback(1).withDscp(new DscpSettings(null, "AF5", null, null)))
                .isInstanceOf(GatewayException.Fatal.class)
                .hasMessageContaining("c4i.transports.dds.dscp.immediate: 'AF5'");
    }
}
