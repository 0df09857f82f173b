package org.c4igateway.wan.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.DatabaseId;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.transport.TransportAlarm;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.transport.DdsSettings;
import org.c4igateway.wan.TestLoops;
import org.c4igateway.wan.frame.KeyRing;
import org.c4igateway.wan.journal.JournalSpec;
import org.c4igateway.wan.lan.SiteLan;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.c4igateway.wan.route.outlet.LinkPolicy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two sites on the loopback interface: a domain each, a node each, and a gateway each. */
@Tag("slow")
class WanGatewayTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final KeyRing KEYS = KeyRing.of(1, Map.of(1, new byte[KeyRing.KEY_BYTES]));
    private static final String TOPIC = LanNode.CATALOGUE.topics().stream()
            .filter(topic -> topic.reliable())
            .findFirst()
            .orElseThrow()
            .id();

    @TempDir
    private Path directory;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final int north = TestNetwork.domain();
    private final int south = TestNetwork.domain();
    private final int northPort = TestNetwork.port();
    private final int southPort = TestNetwork.port();
    private final MeterRegistry meters = new SimpleMeterRegistry();
    private long incarnations = 1;
    private @Nullable Path journals;

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

    private WanGateway gateway(String site, int domain, KeyRing keys, LinkSpec.Place place) {
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
                        FrameMarks.NONE),
                ++incarnations,
                meters,
                InstantSource.system(),
                TestLoops.create());
        gateway.start();
        return opened(gateway);
    }

    private Optional<JournalSpec> journal(String site) {
        JournalSpec.Bounds bounds = new JournalSpec.Bounds(Duration.ofHours(1).toNanos(), 1 << 20);
        return Optional.ofNullable(journals).map(directory -> new JournalSpec(directory.resolve(site), bounds));
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
    void servesAllMembersOfAMulticastGroupByOneStream() {
        List<String> sites = List.of("NORTH", "SOUTH", "EAST");
        List<String> systems = List.of("ALPHA", "BRAVO", "CHARLIE");
        DomainConfig.Group group = new DomainConfig.Group("239.255.77.1", TestNetwork.port());
        List<Integer> domains = List.of(north, south, TestNetwork.domain());
        List<LanNode> nodes = new ArrayList<>();
        List<WanGateway> gateways = new ArrayList<>();
        for (int i = 0; i < sites.size(); i++) {
            String system = systems.get(i);
            String[] others =
                    systems.stream().filter(each -> !each.equals(system)).toArray(String[]::new);
            nodes.add(opened(new LanNode(domains.get(i), system, 11 + i, others)));
            Map<String, String> peers = new TreeMap<>();
            sites.forEach(each -> peers.put(each, ""));
            peers.remove(sites.get(i));
            LinkSpec.Place place = new LinkSpec.Place(
                    0, List.of("lo"), TestNetwork.port(), peers, Optional.of(group), Duration.ofMillis(500));
            gateways.add(gateway(sites.get(i), domains.get(i), KEYS, place));
        }
        LanNode alpha = nodes.getFirst();
        await().atMost(SOON).until(() -> alpha.reaches("BRAVO") && alpha.reaches("CHARLIE"));

        for (long sequence = 1; sequence <= 100; sequence++) {
            assertThat(alpha.send(sequence, TOPIC, "BRAVO", "CHARLIE")).isEqualTo(SendOutcome.Accepted.INSTANCE);
        }

        List<Long> all = LongStream.rangeClosed(1, 100).boxed().toList();
        for (LanNode receiver : nodes.subList(1, 3)) {
            await().atMost(SOON).until(() -> receiver.messages.size() >= 100);
            assertThat(receiver.sequences()).isEqualTo(all);
        }
        long offered = gateways.getFirst()
                .links()
                .getFirst()
                .snapshot()
                .levels()
                .getLast()
                .offered();
        assertThat(offered)
                .as("records offered to the group for both receivers")
                .isLessThanOrEqualTo(100);
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

        // Another gateway answers, then says what is behind it: each begins an epoch, in which an outbox sends again.
        AtomicLong sentIn = new AtomicLong(epoch);
        await().atMost(SOON).until(() -> {
            long present = alpha.epochOf("BRAVO");
            if (alpha.reaches("BRAVO") && present > sentIn.get()) {
                sentIn.set(present);
                alpha.send(1, TOPIC, "BRAVO");
            }
            return bravo.sequences().contains(1L);
        });
        assertThat(bravo.sequences()).containsOnly(1L);
    }

    @Test
    void staysWithTheFirstOfTwoNodesOfOneNameAndRaisesAnAlarm() {
        LanNode alpha = opened(new LanNode(north, "ALPHA", 11, "BRAVO"));
        LanNode bravo = opened(new LanNode(south, "BRAVO", 12, onAnotherDatabase(), "ALPHA"));
        northern(KEYS);
        WanGateway southern = southern(KEYS);
        await().atMost(SOON).until(() -> alpha.reaches("BRAVO") && bravo.reaches("ALPHA"));
        long epoch = alpha.epochOf("BRAVO");

        LanNode second = opened(new LanNode(south, "BRAVO", 13, onAnotherDatabase(), "ALPHA"));

        await().atMost(SOON).until(() -> !southern.alarms().isEmpty());
        assertThat(southern.alarms())
                .singleElement()
                .returns(ErrorCode.NAME_CONFLICT, TransportAlarm::code)
                .extracting(TransportAlarm::detail)
                .asString()
                .contains("BRAVO");
        alpha.send(1, TOPIC, "BRAVO");
        await().atMost(SOON).until(() -> bravo.sequences().contains(1L));
        assertThat(second.sequences()).isEmpty();
        assertThat(alpha.epochOf("BRAVO")).isEqualTo(epoch);
    }

    private static Introduction onAnotherDatabase() {
        return new Introduction(1, Optional.of(new DatabaseId(UUID.randomUUID())), 60);
    }

    @Test
    void carriesAfterARestartWhatAnApplicationWroteDuringAnOutage() {
        journals = directory;
        opened(new LanNode(north, "ALPHA", 11, "BRAVO"));
        LanNode bravo = opened(new LanNode(south, "BRAVO", 12, "ALPHA"));
        SiteLan application = opened(new SiteLan(
                SiteLan.Domain.of(DdsSettings.loopback(north), 1 << 20),
                LanNode.CATALOGUE,
                new SimpleMeterRegistry(),
                new DeafApplication(),
                TestLoops.create()));
        application.start();
        WanGateway first = northern(KEYS);
        WanGateway away = southern(KEYS);
        // What is written before the gateway knows everybody is nobody's.
        await().atMost(SOON).until(() -> {
            write(application, 1);
            return bravo.sequences().contains(1L);
        });
        away.close();
        await().atMost(SOON).until(() -> !isUp(first));
        LongStream.rangeClosed(2, 20).forEach(sequence -> write(application, sequence));
        await().atMost(SOON).until(() -> waiting(first) >= 19);

        first.close();
        WanGateway second = northern(KEYS);
        await().atMost(SOON).until(() -> waiting(second) >= 19);
        southern(KEYS);

        await().atMost(SOON).untilAsserted(() -> assertThat(bravo.sequences()).contains(20L));
        assertThat(bravo.sequences().stream().filter(sequence -> sequence > 1).toList())
                .isEqualTo(LongStream.rangeClosed(2, 20).boxed().toList());
        await().atMost(SOON).until(() -> waiting(second) == 0);
    }

    private static boolean isUp(WanGateway gateway) {
        return gateway.links().stream()
                .anyMatch(link -> link.snapshot().peers().getFirst().up());
    }

    private static long waiting(WanGateway gateway) {
        return gateway.links().stream()
                .mapToLong(link -> link.journal().records())
                .sum();
    }

    private static void write(SiteLan lan, long sequence) {
        long now = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
        byte[] text = ("MSGID/TEST/" + sequence + "//").getBytes(StandardCharsets.UTF_8);
        lan.write(
                new KmtfMessage("APP", "", sequence, TOPIC, 3, now, Long.MAX_VALUE, "EXERCISE", List.of("BRAVO"), text),
                now);
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
