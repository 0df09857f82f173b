package org.c4igateway.wan.gateway;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.transport.PrecedenceMarks;
import org.c4igateway.dds.transport.DdsSettings;
import org.c4igateway.wan.TestLoops;
import org.c4igateway.wan.frame.KeyRing;
import org.c4igateway.wan.journal.JournalSpec;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.c4igateway.wan.route.outlet.LinkPolicy;
import org.c4igateway.wan.route.outlet.LinkTrace;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Two sites on the loopback interface: a domain each, a node each, and a gateway each. */
@Tag("slow")
abstract class WanGatewayFixture {
    static final Duration SOON = Duration.ofSeconds(60);
    static final KeyRing KEYS = KeyRing.of(1, Map.of(1, new byte[KeyRing.KEY_BYTES]));
    static final String TOPIC = LanNode.CATALOGUE.topics().stream()
            .filter(topic -> topic.reliable())
            .findFirst()
            .orElseThrow()
            .id();

    @TempDir
    Path directory;

    final List<AutoCloseable> open = new ArrayList<>();
    final int north = TestNetwork.domain();
    final int south = TestNetwork.domain();
    final int northPort = TestNetwork.port();
    final int southPort = TestNetwork.port();
    final MeterRegistry meters = new SimpleMeterRegistry();
    /** Of gateways that start from now on. */
    InstantSource time = InstantSource.system();

    long incarnations = 1;

    @Nullable Path journals;

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    <T extends AutoCloseable> T opened(T resource) {
        open.add(resource);
        return resource;
    }

    WanGateway gateway(String site, String peer, int domain, int port, int peerPort, KeyRing keys) {
        return gateway(
                site,
                domain,
                keys,
                new LinkSpec.Place(
                        0,
                        List.of("lo"),
                        port,
                        Map.of(peer, "127.0.0.1:" + peerPort),
                        Optional.empty(),
                        Duration.ofMillis(500)));
    }

    WanGateway gateway(String site, int domain, KeyRing keys, LinkSpec.Place place) {
        LinkSpec link = new LinkSpec(
                "wan",
                place,
                LinkSettings.at(10_000_000),
                keys,
                true,
                LinkPolicy.OPEN,
                Duration.ofMinutes(5),
                journal(site));
        WanGateway gateway = new WanGateway(
                new WanSpec(
                        site,
                        DdsSettings.loopback(domain),
                        1 << 24,
                        LanNode.CATALOGUE,
                        "cyclone",
                        List.of(link),
                        PrecedenceMarks.NONE),
                ++incarnations,
                meters,
                LinkTrace.NONE,
                time,
                TestLoops.create());
        gateway.start();
        return opened(gateway);
    }

    Optional<JournalSpec> journal(String site) {
        JournalSpec.Bounds bounds = new JournalSpec.Bounds(Duration.ofHours(1).toNanos(), 1 << 20);
        return Optional.ofNullable(journals).map(directory -> new JournalSpec(directory.resolve(site), bounds));
    }

    WanGateway northern(KeyRing keys) {
        return gateway("NORTH", "SOUTH", north, northPort, southPort, keys);
    }

    WanGateway southern(KeyRing keys) {
        return gateway("SOUTH", "NORTH", south, southPort, northPort, keys);
    }
}
