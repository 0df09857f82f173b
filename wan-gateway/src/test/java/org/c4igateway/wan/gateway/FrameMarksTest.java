package org.c4igateway.wan.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.testkit.WireCapture;
import org.c4igateway.core.testkit.WireCapture.Packet;
import org.c4igateway.core.transport.Dscp;
import org.c4igateway.core.transport.PrecedenceMarks;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.wan.frame.KeyRing;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.c4igateway.wan.route.outlet.LinkPolicy;
import org.junit.jupiter.api.Test;

/** Marks of the frames of a link in the headers of its packets, as the loopback interface carries them. */
class FrameMarksTest {
    private static final int FRAMES = 40;
    private static final int BYTES = 500;

    private final Loops loops = new Loops(new SimpleMeterRegistry(), InstantSource.system(), System::nanoTime, end -> {
        throw end;
    });
    private final int port = TestNetwork.port();
    private final int peerPort = TestNetwork.port();

    private LinkSpec link(int own, String peer, int other) {
        LinkSpec.Place place = new LinkSpec.Place(
                0, List.of("lo"), own, Map.of(peer, "127.0.0.1:" + other), Optional.empty(), Duration.ofMillis(200));
        return new LinkSpec(
                "wan",
                place,
                LinkSettings.at(10_000_000),
                KeyRing.unsealed(),
                true,
                LinkPolicy.OPEN,
                Duration.ofMinutes(5),
                Optional.empty());
    }

    @Test
    void givesEachFrameTheMarkOfItsPrecedence() {
        Optional<WireCapture> capture = WireCapture.start(peerPort, peerPort);
        assumeTrue(capture.isPresent(), "this process may not capture packets");
        PrecedenceMarks marks = new PrecedenceMarks(Map.of(
                Precedence.FLASH, Dscp.parse("EF"),
                Precedence.IMMEDIATE, Dscp.parse("AF41"),
                Precedence.ROUTINE, Dscp.parse("CS1")));
        Queue<byte[]> arrived = new ConcurrentLinkedQueue<>();
        try (WireCapture wire = capture.orElseThrow();
                FrameWire _ = new FrameWire(
                        new FrameWire.Joining("cyclone", "SOUTH", PrecedenceMarks.NONE, loops),
                        link(peerPort, "NORTH", port),
                        (peer, body) -> arrived.add(body),
                        () -> {});
                FrameWire here = new FrameWire(
                        new FrameWire.Joining("cyclone", "NORTH", marks, loops),
                        link(port, "SOUTH", peerPort),
                        (peer, body) -> {},
                        () -> {})) {
            await("the link is up").atMost(Duration.ofSeconds(60)).until(() -> {
                here.send(Precedence.FLASH.code(), new byte[1]);
                return !arrived.isEmpty();
            });
            arrived.clear();
            for (int i = 0; i < FRAMES; i++) {
                for (Precedence precedence : Precedence.values()) {
                    here.send(precedence.code(), body(precedence));
                }
            }
            await().atMost(Duration.ofSeconds(60)).until(() -> arrived.size() >= Precedence.values().length);

            Map<Precedence, Integer> expected = Map.of(
                    Precedence.FLASH, 46, Precedence.IMMEDIATE, 34, Precedence.PRIORITY, 0, Precedence.ROUTINE, 8);
            expected.forEach((precedence, dscp) -> await(precedence.name())
                    .atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(frames(wire, precedence))
                            .isNotEmpty()
                            .allSatisfy(each -> assertThat(each.dscp()).isEqualTo(dscp))));
        }
    }

    /** @return what is known on the wire by its last byte; what discovery sends ends with a small number */
    private static byte[] body(Precedence precedence) {
        byte[] body = new byte[BYTES];
        Arrays.fill(body, (byte) last(precedence));
        return body;
    }

    private static int last(Precedence precedence) {
        return 0xA0 + precedence.code();
    }

    private List<Packet> frames(WireCapture wire, Precedence precedence) {
        return wire.packets(
                each -> each.target() == peerPort && each.bytes() > BYTES && each.last() == last(precedence));
    }
}
