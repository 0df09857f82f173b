package org.c4igateway.wan.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.DatagramSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.topics.Topic;
import org.c4igateway.wan.TestLoops;
import org.c4igateway.wan.gateway.LanNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Two running services on the loopback interface with a node each; their files change while they carry. */
@ExtendWith(OutputCaptureExtension.class)
@Tag("slow")
class WanServiceTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final List<String> TOPICS = LanNode.CATALOGUE.topics().stream()
            .filter(Topic::reliable)
            .map(Topic::id)
            .toList();
    private static final String RELOADED = "Configuration reloaded";

    @TempDir
    private Path directory;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final int domain = TestNetwork.domain();
    private final int southDomain = TestNetwork.domain();
    private final int northPort = TestNetwork.port();
    private final int southPort = TestNetwork.port();
    private LanNode alpha;
    private LanNode bravo;

    @BeforeEach
    void start() throws IOException {
        KeyFile.create(directory.resolve("link.keys"));
        north(southPort, "rate: 9600");
        south(southPort);
        service("north.yaml");
        service("south.yaml");
        alpha = new LanNode(domain, "ALPHA", 11, "BRAVO");
        open.add(alpha);
        bravo = new LanNode(southDomain, "BRAVO", 12, "ALPHA");
        open.add(bravo);
        await().atMost(SOON).until(() -> alpha.reaches("BRAVO") && bravo.reaches("ALPHA"));
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    private void service(String file) {
        WanService service = new WanService(
                new WanFile(directory.resolve(file)),
                new SimpleMeterRegistry(),
                InstantSource.system(),
                TestLoops.create(),
                fault -> {
                    throw fault;
                });
        service.start();
        open.add(service::stop);
    }

    private void north(int peerPort, String... more) throws IOException {
        write("north.yaml", "NORTH", domain, "SOUTH", northPort, peerPort, more);
    }

    private void south(int port) throws IOException {
        write("south.yaml", "SOUTH", southDomain, "NORTH", port, northPort, "rate: 10Mbit");
    }

    private void write(String file, String site, int lan, String peer, int port, int peerPort, String... more)
            throws IOException {
        String text = """
                c4i:
                  wan:
                    site: %s
                    lan: {domain-id: %d, network: {interfaces: [lo]}}
                    links:
                      %s:
                        domain-id: 0
                        interfaces: [lo]
                        port: %d
                        peers: {%s: "127.0.0.1:%d"}
                        announcement: 1s
                        keys: %s
                        journal: {directory: %s}
                """.formatted(
                        site, lan, peer, port, peer, peerPort, directory.resolve("link.keys"), directory.resolve(site));
        StringBuilder all = new StringBuilder(text);
        for (String line : more) {
            all.append("        ").append(line).append('\n');
        }
        Path written = Files.writeString(directory.resolve(file + ".new"), all);
        Files.move(
                written, directory.resolve(file), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static boolean isAccepted(SendOutcome outcome) {
        return outcome instanceof SendOutcome.Accepted;
    }

    private static int reloads(CapturedOutput output) {
        return output.getOut().split(RELOADED, -1).length - 1;
    }

    @Test
    void keepsANewlyBlockedTopicBackAndCarriesTheOthers(CapturedOutput output) throws IOException {
        assertThat(isAccepted(alpha.send(1, TOPICS.get(0), "BRAVO"))).isTrue();
        await().atMost(SOON).until(() -> bravo.sequences().contains(1L));

        north(southPort, "rate: 10Mbit", "block: [" + TOPICS.get(0) + "]");

        await().atMost(SOON).until(() -> reloads(output) == 1);
        alpha.send(2, TOPICS.get(0), "BRAVO");
        alpha.send(3, TOPICS.get(1), "BRAVO");
        await().atMost(SOON).until(() -> bravo.sequences().contains(3L));
        await().atMost(SOON)
                .until(() -> alpha.receipts.stream()
                        .flatMap(receipt -> receipt.rejected().stream())
                        .anyMatch(rejection -> rejection.sequence() == 2 && rejection.code() == ErrorCode.LINK_POLICY));
        assertThat(bravo.sequences()).doesNotContain(2L);
        assertThat(output.getOut())
                .contains("c4i.wan.links.SOUTH.block: [] -> [" + TOPICS.get(0) + "]")
                .contains("c4i.wan.links.SOUTH.rate: 9600 -> 10Mbit");
    }

    @Test
    void sendsAtTheNewRateWhatWaits() throws IOException {
        byte[] slow = new byte[400_000];
        new Random(1).nextBytes(slow);
        assertThat(isAccepted(alpha.send(1, TOPICS.getFirst(), slow, "BRAVO"))).isTrue();

        north(southPort, "rate: 100Mbit");

        // At 9600 bit/s it would take more than five minutes.
        await().atMost(SOON).until(() -> bravo.sequences().contains(1L));
    }

    @Test
    void meetsAPeerAtItsNewPort(CapturedOutput output) throws IOException {
        int moved = TestNetwork.port();
        south(moved);
        north(moved, "rate: 10Mbit");

        await().atMost(SOON).until(() -> reloads(output) == 2);
        AtomicLong sentInEpoch = new AtomicLong(-1);
        await().atMost(SOON).until(() -> {
            sendInEachEpoch(sentInEpoch);
            return bravo.sequences().contains(1L);
        });
    }

    /** As a node: a message of an epoch that has ended need not arrive, and goes out again in the next one. */
    private void sendInEachEpoch(AtomicLong sentInEpoch) {
        long epoch = alpha.epochOf("BRAVO");
        if (epoch != sentInEpoch.get()
                && alpha.reaches("BRAVO")
                && isAccepted(alpha.send(1, TOPICS.getFirst(), "BRAVO"))) {
            sentInEpoch.set(epoch);
        }
    }

    @Test
    void opensALinkAsSoonAsItsPortIsFree(CapturedOutput output) throws IOException {
        int moved;
        try (DatagramSocket taken = new DatagramSocket(0)) {
            moved = taken.getLocalPort();
            south(moved);
            await().atMost(SOON).until(() -> output.getOut().contains("The gateway tries again each second"));
        }
        north(moved, "rate: 10Mbit");

        await().atMost(SOON).until(() -> reloads(output) == 2);
        await().atMost(SOON).until(() -> alpha.reaches("BRAVO"));
        assertThat(output.getOut().split("The gateway tries again each second", -1))
                .hasSize(2);
    }

    @Test
    void goesOnWithALinkThatCannotBeOpenedAnew(CapturedOutput output) throws IOException {
        try (DatagramSocket taken = new DatagramSocket(0)) {
            write("north.yaml", "NORTH", domain, "SOUTH", taken.getLocalPort(), southPort, "rate: 10Mbit");
            await().atMost(SOON).until(() -> output.getOut().contains("The gateway tries again each second"));

            assertThat(alpha.reaches("BRAVO")).isTrue();
            assertThat(isAccepted(alpha.send(1, TOPICS.getFirst(), "BRAVO"))).isTrue();
            await().atMost(SOON).until(() -> bravo.sequences().contains(1L));
        }
    }

    @Test
    void refusesALinkOnAnInterfaceThatIsNotThere(CapturedOutput output) throws IOException {
        Path file = directory.resolve("north.yaml");
        Files.writeString(
                file, Files.readString(file).replaceFirst("interfaces: \\[lo]\n(?= +port)", "interfaces: [nosuch0]\n"));
        await().atMost(SOON).until(() -> output.getOut().contains("The changed configuration is not used"));

        assertThat(output.getOut()).contains("c4i.wan.links.SOUTH");
        assertThat(isAccepted(alpha.send(1, TOPICS.getFirst(), "BRAVO"))).isTrue();
        await().atMost(SOON).until(() -> bravo.sequences().contains(1L));
    }

    @Test
    void readsAFileAgainWhoseKeysMayBeReadNow(CapturedOutput output) throws IOException {
        Path keys = directory.resolve("link.keys");
        Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-r--r--"));
        north(southPort, "rate: 10Mbit");
        await().atMost(SOON).until(() -> output.getOut().contains("can be read by all users"));

        Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-------"));

        await().atMost(SOON).until(() -> reloads(output) == 1);
        assertThat(output.getOut().split("can be read by all users", -1)).hasSize(2);
    }

    @Test
    void goesOnTryingALinkWhileALaterFileIsWrong(CapturedOutput output) throws IOException {
        int moved;
        try (DatagramSocket taken = new DatagramSocket(0)) {
            moved = taken.getLocalPort();
            south(moved);
            await().atMost(SOON).until(() -> output.getOut().contains("The gateway tries again each second"));
            write("south.yaml", "SOUTH", southDomain, "NORTH", moved, northPort, "rate: fast");
            await().atMost(SOON).until(() -> output.getOut().contains("The changed configuration is not used"));
        }
        north(moved, "rate: 10Mbit");

        await().atMost(SOON).until(() -> reloads(output) == 2);
        await().atMost(SOON).until(() -> alpha.reaches("BRAVO"));
    }

    @Test
    void goesOnWithTheOldFileWhileTheNewOneIsWrong(CapturedOutput output) throws IOException {
        north(southPort, "rate: fast");

        await().atMost(SOON).until(() -> output.getOut().contains("The changed configuration is not used"));
        assertThat(output.getOut()).contains("c4i.wan.links.SOUTH.rate: 'fast' is not accepted");
        assertThat(isAccepted(alpha.send(1, TOPICS.getFirst(), "BRAVO"))).isTrue();
        await().atMost(SOON).until(() -> bravo.sequences().contains(1L));
    }

    @Test
    void changesKeysWithoutLosingTheLink(CapturedOutput output) throws IOException {
        Path keys = directory.resolve("link.keys");
        String old = Files.readString(keys).strip();
        String fresh = "2 " + "ab".repeat(32);
        long epoch = alpha.epochOf("BRAVO");
        int before = 0;
        for (String step : List.of(old + "\n" + fresh, fresh + "\n" + old, fresh)) {
            Files.writeString(keys, step + "\n");
            int expected = before + 2;
            await().atMost(SOON).until(() -> reloads(output) >= expected);
            before = expected;
        }

        assertThat(isAccepted(alpha.send(1, TOPICS.getFirst(), "BRAVO"))).isTrue();
        await().atMost(SOON).until(() -> bravo.sequences().contains(1L));
        assertThat(alpha.epochOf("BRAVO")).isEqualTo(epoch);
    }
}
