package org.c4igateway.wan.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.LongStream;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.dds.transport.DdsSettings;
import org.c4igateway.wan.frame.KeyRing;
import org.c4igateway.wan.link.LinkSettings;
import org.c4igateway.wan.route.LinkPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two sites on the loopback interface: a domain each, a node each, and a gateway each. */
class WanGatewayTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final KeyRing KEYS = KeyRing.of(1, Map.of(1, new byte[KeyRing.KEY_BYTES]));
    private static final String TOPIC = LanNode.CATALOGUE.topics().stream()
            .filter(topic -> topic.reliable())
            .findFirst()
            .orElseThrow()
            .id();

    private final List<AutoCloseable> open = new ArrayList<>();
    private final int north = ThreadLocalRandom.current().nextInt(20, 100);
    private final int south = north + 1;
    private final int northPort = freePort();
    private final int southPort = freePort();
    private final MeterRegistry meters = new SimpleMeterRegistry();
    private long incarnations = 1;

    private static int freePort() {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private <T extends AutoCloseable> T opened(T resource) {
        open.add(resource);
        return resource;
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    private WanGateway gateway(String site, String peer, int domain, int port, int peerPort, KeyRing keys) {
        LinkSpec.Place place = new LinkSpec.Place(
                0,
                List.of("lo"),
                port,
                Map.of(peer, "127.0.0.1:" + peerPort),
                Optional.empty(),
                Duration.ofMillis(500));
        LinkSpec link = new LinkSpec(
                "wan", place, LinkSettings.at(10_000_000), keys, true, LinkPolicy.OPEN, Duration.ofMinutes(5));
        WanGateway gateway = new WanGateway(
                new WanSpec(site, DdsSettings.loopback(domain), 1 << 24, LanNode.CATALOGUE, "cyclone", List.of(link)),
                ++incarnations,
                meters,
                InstantSource.system());
        gateway.start();
        return opened(gateway);
    }

    private WanGateway northern(KeyRing keys) {
        return gateway("NORTH", "SOUTH", north, northPort, southPort, keys);
    }

    private WanGateway southern(KeyRing keys) {
        return gateway("SOUTH", "NORTH", south, southPort, northPort, keys);
    }

    @Test
    void carriesMessagesAndReceiptsBetweenNodesThatKnowNothingOfIt() {
        LanNode alpha = opened(new LanNode(north, "ALPHA", 11, "BRAVO"));
        LanNode bravo = opened(new LanNode(south, "BRAVO", 12, "ALPHA"));
        northern(KEYS);
        southern(KEYS);
        await().atMost(SOON).until(() -> alpha.reaches("BRAVO") && bravo.reaches("ALPHA"));

        for (long sequence = 1; sequence <= 200; sequence++) {
            assertThat(alpha.send(sequence, TOPIC, "BRAVO")).isEqualTo(SendOutcome.Accepted.INSTANCE);
        }

        await().atMost(SOON).until(() -> bravo.messages.size() >= 200);
        assertThat(bravo.sequences())
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, 200).boxed().toList());
        await().atMost(SOON)
                .until(() -> alpha.receipts.stream()
                                .flatMap(receipt -> receipt.delivered().stream())
                                .mapToLong(range -> range.count())
                                .sum()
                        == 200);
    }

    @Test
    void beginsAnEpochWhenTheOtherGatewayIsReplaced() throws Exception {
        LanNode alpha = opened(new LanNode(north, "ALPHA", 11, "BRAVO"));
        LanNode bravo = opened(new LanNode(south, "BRAVO", 12, "ALPHA"));
        northern(KEYS);
        WanGateway first = southern(KEYS);
        await().atMost(SOON).until(() -> alpha.reaches("BRAVO") && bravo.reaches("ALPHA"));
        long epoch = alpha.epochOf("BRAVO");

        first.close();
        southern(KEYS);

        await().atMost(SOON).until(() -> alpha.reaches("BRAVO") && alpha.epochOf("BRAVO") > epoch);
        alpha.send(1, TOPIC, "BRAVO");
        await().atMost(SOON).until(() -> bravo.sequences().equals(List.of(1L)));
    }

    @Test
    void carriesNothingUnderAnotherKeyAndCountsIt() {
        LanNode alpha = opened(new LanNode(north, "ALPHA", 11, "BRAVO"));
        byte[] other = new byte[KeyRing.KEY_BYTES];
        other[0] = 1;
        northern(KEYS);
        southern(KeyRing.of(1, Map.of(1, other)));

        await().atMost(SOON)
                .until(() -> meters.find("c4i.wan.datagrams.refused").tag("reason", "not_authentic").counters().stream()
                                .mapToDouble(counter -> counter.count())
                                .sum()
                        > 3);
        assertThat(alpha.reaches("BRAVO")).isFalse();
    }
}
