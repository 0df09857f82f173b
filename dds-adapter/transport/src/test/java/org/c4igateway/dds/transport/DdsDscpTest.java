package org.c4igateway.dds.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.testkit.WireCapture;
import org.c4igateway.core.testkit.WireCapture.Packet;
import org.junit.jupiter.api.Test;

/** Marks of DDS in the headers of packets, as the loopback interface carries them. */
class DdsDscpTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    /** RTPS 2.5, 9.6.1. */
    private static final int PORT_BASE = 7_400;

    private static final int PORTS_OF_A_DOMAIN = 250;

    @Test
    void marksWhatANodeSendsAndNothingOfAnother() {
        int domain = TestNetwork.domain();
        int first = PORT_BASE + PORTS_OF_A_DOMAIN * domain;
        Optional<WireCapture> capture = WireCapture.start(first, first + PORTS_OF_A_DOMAIN - 1);
        assumeTrue(capture.isPresent(), "this process may not capture packets");
        DdsSettings plain = DdsSettings.loopback(domain).withLease(Duration.ofSeconds(20));
        try (WireCapture wire = capture.orElseThrow();
                DdsTestNode b = new DdsTestNode("B", 5, plain.withDscp("8"));
                DdsTestNode a = new DdsTestNode("A", 6, plain.withDscp("CS5"))) {
            await().atMost(SOON).until(() -> a.sees(b) && b.sees(a));
            String topic = DdsTestNode.CATALOGUE.topics().getFirst().id();
            var _ = a.send(DdsTestNode.message("A", 1, topic, "B"), Duration.ofSeconds(5));
            a.transport.flush();
            await().atMost(SOON).until(() -> !b.messages.isEmpty());

            await().atMost(SOON).untilAsserted(() -> assertThat(marks(wire)).contains(Set.of(8), Set.of(40)));
            assertThat(marks(wire)).as("each sender's own").allMatch(each -> each.size() <= 1);
        }
    }

    /** @return marks by the socket that sends, without the 0 of what a participant sends before it is marked */
    private static Collection<Set<Integer>> marks(WireCapture wire) {
        return wire.packets(each -> each.protocol() == 17 && each.dscp() != 0).stream()
                .collect(Collectors.groupingBy(Packet::source, Collectors.mapping(Packet::dscp, Collectors.toSet())))
                .values();
    }

    @Test
    void refusesAMarkThatThereIsNot() {
        assertThatThrownBy(() -> DdsSettings.loopback(1).withDscp("AF5"))
                .isInstanceOf(GatewayException.Fatal.class)
                .hasMessageContaining("c4i.transports.dds.dscp: 'AF5'");
    }
}
