package org.c4igateway.lab.topicrelay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.transport.PrecedenceMarks;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.dds.transport.DdsSettings;
import org.c4igateway.topics.Topic;
import org.c4igateway.wan.TestLoops;
import org.c4igateway.wan.frame.KeyRing;
import org.c4igateway.wan.gateway.LanNode;
import org.c4igateway.wan.gateway.LinkSpec;
import org.c4igateway.wan.gateway.WanSpec;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.c4igateway.wan.route.outlet.LinkPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two sites on the loopback interface with a plain DDS relay each. */
@Tag("slow")
class RelayGatewayTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String TOPIC = LanNode.CATALOGUE.topics().stream()
            .filter(Topic::reliable)
            .findFirst()
            .orElseThrow()
            .id();

    private final List<AutoCloseable> open = new ArrayList<>();
    private final int north = TestNetwork.domain();
    private final int south = TestNetwork.domain();
    private final int northPort = TestNetwork.port();
    private final int southPort = TestNetwork.port();
    private final MeterRegistry meters = new SimpleMeterRegistry();
    private long incarnations = 1;

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

    private RelayGateway relay(String site, String peer, int domain, int port, int peerPort) {
        LinkSpec.Place place = new LinkSpec.Place(
                210,
                List.of("lo"),
                port,
                Map.of(peer, "127.0.0.1:" + peerPort),
                Optional.empty(),
                Duration.ofMillis(500));
        LinkSpec link = new LinkSpec(
                "wan",
                place,
                LinkSettings.at(10_000_000),
                KeyRing.unsealed(),
                false,
                LinkPolicy.OPEN,
                Duration.ofMinutes(5),
                Optional.empty());
        WanSpec spec = new WanSpec(
                site,
                DdsSettings.loopback(domain),
                1 << 24,
                LanNode.CATALOGUE,
                "cyclone",
                List.of(link),
                PrecedenceMarks.NONE);
        RelayGateway gateway =
                new RelayGateway(spec, ++incarnations, meters, InstantSource.system(), TestLoops.create());
        gateway.start();
        return opened(gateway);
    }

    private RelayGateway northern() {
        return relay("NORTH", "SOUTH", north, northPort, southPort);
    }

    private RelayGateway southern() {
        return relay("SOUTH", "NORTH", south, southPort, northPort);
    }

    @Test
    void carriesMessagesAndReceiptsOnceBetweenNodesThatKnowNothingOfIt() {
        LanNode alpha = opened(new LanNode(north, "ALPHA", 11, "BRAVO", "CHARLIE"));
        LanNode charlie = opened(new LanNode(north, "CHARLIE", 13, "ALPHA", "BRAVO"));
        LanNode bravo = opened(new LanNode(south, "BRAVO", 12, "ALPHA", "CHARLIE"));
        northern();
        southern();
        await().atMost(SOON).until(() -> alpha.reaches("BRAVO") && alpha.reaches("CHARLIE") && bravo.reaches("ALPHA"));

        for (long sequence = 1; sequence <= 200; sequence++) {
            assertThat(alpha.send(sequence, TOPIC, "BRAVO", "CHARLIE")).isEqualTo(SendOutcome.Accepted.INSTANCE);
        }

        List<Long> all = LongStream.rangeClosed(1, 200).boxed().toList();
        await().atMost(SOON).until(() -> bravo.messages.size() >= 200 && charlie.messages.size() >= 200);
        assertThat(bravo.sequences()).isEqualTo(all);
        await().atMost(SOON).until(() -> receipted(alpha) == 400);
        assertThat(charlie.sequences()).as("nothing comes back").isEqualTo(all);
        assertThat(meters.counter("c4i.wan.relay.read", "kind", "message").count())
                .as("once over the WAN")
                .isEqualTo(200);
    }

    private static long receipted(LanNode node) {
        return node.receipts.stream()
                .flatMap(receipt -> receipt.delivered().stream())
                .mapToLong(range -> range.count())
                .sum();
    }

    @Test
    void tellsThatTheOtherSiteIsGoneAndBeginsAnEpochWhenItIsBack() throws Exception {
        LanNode alpha = opened(new LanNode(north, "ALPHA", 11, "BRAVO"));
        LanNode bravo = opened(new LanNode(south, "BRAVO", 12, "ALPHA"));
        northern();
        RelayGateway first = southern();
        await().atMost(SOON).until(() -> alpha.reaches("BRAVO") && bravo.reaches("ALPHA"));
        long epoch = alpha.epochOf("BRAVO");

        first.close();
        await().atMost(SOON).until(() -> !alpha.reaches("BRAVO"));
        southern();

        await().atMost(SOON).until(() -> alpha.reaches("BRAVO") && alpha.epochOf("BRAVO") > epoch);
        alpha.send(1, TOPIC, "BRAVO");
        await().atMost(SOON).until(() -> bravo.sequences().equals(List.of(1L)));
    }
}
