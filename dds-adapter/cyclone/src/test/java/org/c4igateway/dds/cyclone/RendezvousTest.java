package org.c4igateway.dds.cyclone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.DomainConfig.Group;
import org.c4igateway.dds.api.DomainConfig.Multicast;
import org.c4igateway.dds.api.DomainConfig.Network;
import org.c4igateway.dds.api.DomainConfig.Rendezvous;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.contract.CollectedSamples;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy.History;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;
import org.c4igateway.dds.api.type.KmtfFrame;
import org.c4igateway.dds.api.wire.WireTuning;
import org.junit.jupiter.api.Test;

/** Participants that meet as WAN gateways do, on the loopback interface. */
class RendezvousTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Duration LEASE = Duration.ofMinutes(10);
    private static final Qos FRAMES =
            Qos.of(new Reliability(Reliability.Kind.BEST_EFFORT, Duration.ZERO), History.keepLast(1));
    private static final KmtfFrame FRAME = new KmtfFrame(1, new byte[] {1, 2, 3});

    private static int freePort() throws IOException {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static DomainConfig unicast(int port, int peerPort) {
        return new DomainConfig(
                0,
                new Network(List.of("lo"), Multicast.NONE, List.of("127.0.0.1:" + peerPort)),
                LEASE,
                WireTuning.LAN,
                Optional.of(new Rendezvous(port, Duration.ofMillis(200), Optional.empty())));
    }

    private static DdsParticipant open(DomainConfig config) {
        return DdsProvider.named("cyclone").open(config, event -> {});
    }

    private static void exchange(DdsParticipant left, DdsParticipant right) {
        CollectedSamples<KmtfFrame> atRight = new CollectedSamples<>();
        CollectedSamples<KmtfFrame> atLeft = new CollectedSamples<>();
        right.createReader("C4I_FRAME_L_R", WireType.FRAME, FRAMES, atRight);
        left.createReader("C4I_FRAME_R_L", WireType.FRAME, FRAMES, atLeft);
        DdsWriter<KmtfFrame> toRight = left.createWriter("C4I_FRAME_L_R", WireType.FRAME, FRAMES);
        DdsWriter<KmtfFrame> toLeft = right.createWriter("C4I_FRAME_R_L", WireType.FRAME, FRAMES);
        await().atMost(SOON).until(() -> toRight.matchedReaders() == 1 && toLeft.matchedReaders() == 1);
        await().atMost(SOON).until(() -> {
            toRight.write(FRAME);
            toLeft.write(FRAME);
            return !atRight.values().isEmpty() && !atLeft.values().isEmpty();
        });
        assertThat(atRight.values()).contains(FRAME);
    }

    @Test
    void meetsAPeerAtItsPortWithoutMulticast() throws IOException {
        int a = freePort();
        int b = freePort();
        try (DdsParticipant left = open(unicast(a, b));
                DdsParticipant right = open(unicast(b, a))) {
            exchange(left, right);
        }
    }

    @Test
    void meetsTheSuccessorOfAPeerAtTheSamePort() throws IOException {
        int a = freePort();
        int b = freePort();
        try (DdsParticipant left = open(unicast(a, b))) {
            for (int start = 0; start < 2; start++) {
                try (DdsParticipant right = open(unicast(b, a))) {
                    CollectedSamples<KmtfFrame> collectedSamples = new CollectedSamples<>();
                    right.createReader("C4I_FRAME_L_R", WireType.FRAME, FRAMES, collectedSamples);
                    DdsWriter<KmtfFrame> writer = left.createWriter("C4I_FRAME_L_R", WireType.FRAME, FRAMES);
                    await().atMost(SOON).until(() -> {
                        writer.write(FRAME);
                        return !collectedSamples.values().isEmpty();
                    });
                    writer.close();
                }
            }
        }
    }

    @Test
    void meetsInAMulticastGroup() throws IOException {
        Optional<Group> group = Optional.of(new Group("239.255.77.1", freePort()));
        DomainConfig left = group(freePort(), group);
        DomainConfig right = group(freePort(), group);
        try (DdsParticipant one = open(left);
                DdsParticipant other = open(right)) {
            exchange(one, other);
        }
    }

    private static DomainConfig group(int port, Optional<Group> group) {
        return new DomainConfig(
                0,
                new Network(List.of("lo"), Multicast.ALL, List.of()),
                LEASE,
                WireTuning.LAN,
                Optional.of(new Rendezvous(port, Duration.ofMillis(200), group)));
    }

    @Test
    void refusesPlacesThatCannotBe() {
        Duration often = Duration.ofSeconds(1);
        assertThatIllegalArgumentException().isThrownBy(() -> new Rendezvous(0, often, Optional.empty()));
        assertThatIllegalArgumentException().isThrownBy(() -> new Rendezvous(7_600, Duration.ZERO, Optional.empty()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Rendezvous(7_600, often, Optional.of(new Group("239.1.1.1", 7_600))));
    }
}
