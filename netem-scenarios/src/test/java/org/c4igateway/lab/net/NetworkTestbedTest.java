package org.c4igateway.lab.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.c4igateway.lab.net.NetworkPlan.Element;
import org.c4igateway.lab.net.NetworkPlan.Kind;
import org.c4igateway.lab.net.NetworkPlan.Link;
import org.c4igateway.lab.net.NetworkPlan.Plumbing;
import org.c4igateway.lab.net.NetworkPlan.Wire;
import org.c4igateway.lab.tool.ToolRun;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Real namespaces and real packets; skipped with the reason where they cannot be made. */
@Tag("slow")
class NetworkTestbedTest {
    private static final int PACKETS = 20_000;

    @SuppressWarnings("NullAway.Init") // set before each test
    private NetworkTestbed testbed;

    /** Left by runs that were killed before this test; {@code ./c4i lab clean} removes them. */
    private List<String> straysBefore = List.of();

    @BeforeEach
    void open() throws IOException {
        Optional<String> obstacle = NetworkTestbed.obstacle();
        assumeTrue(obstacle.isEmpty(), () -> obstacle.orElse(""));
        straysBefore = StrayNetworks.find();
        testbed = NetworkTestbed.open();
    }

    @AfterEach
    void leavesNothingBehind() throws IOException {
        if (testbed != null) {
            testbed.close();
            assertThat(StrayNetworks.find()).isEqualTo(straysBefore);
        }
    }

    @ParameterizedTest
    @EnumSource(Driver.class)
    void losesTheShareThatItIsTold(Driver driver) throws IOException, InterruptedException {
        assumeWorks(driver);
        Network network = testbed.build(NetworkPlan.pair("link", "A", "B", Wire.SHAPED), driver);
        Host a = network.host("A");
        Host b = network.host("B");
        warmUp(a, b);
        ImpairedLink link = network.link("link");
        link.impair(Impairment.NONE.withLoss(0.3), Impairment.NONE);
        long before = b.traffic().receivedPackets();

        Datagrams.send(a, b.address(), PACKETS, 200, 100_000);

        DirectionCounters forward = link.read(Direction.FORWARD);
        assertThat(forward.lossSeen()).isBetween((long) PACKETS, PACKETS + 20L);
        double deviation = Math.sqrt(0.3 * 0.7 / PACKETS);
        assertThat(forward.lossShare()).isCloseTo(0.3, within(5 * deviation));
        long arrived = b.traffic().receivedPackets() - before;
        assertThat(arrived).isBetween(forward.lossSeen() - forward.lost(), forward.lossSeen() - forward.lost() + 20);
        assertThat(link.read(Direction.BACKWARD).lost()).isZero();
    }

    @ParameterizedTest
    @EnumSource(Driver.class)
    void shapesWithinFivePercentAndDropsWhatTheQueueCannotHold(Driver driver) throws IOException, InterruptedException {
        assumeWorks(driver);
        Network network = testbed.build(NetworkPlan.pair("link", "A", "B", Wire.SHAPED), driver);
        Host a = network.host("A");
        Host b = network.host("B");
        warmUp(a, b);
        ImpairedLink link = network.link("link");
        link.impair(Impairment.ofRate(2_000_000), Impairment.NONE);

        long start = System.nanoTime();
        Host.Traffic before = b.traffic();
        Datagrams.send(a, b.address(), 3_000, 958, 1_000_000); // 8 Mbit/s of frames of 1,000 bytes for 3 s
        long passedBytes = b.traffic().since(before).receivedBytes();
        double seconds = (System.nanoTime() - start) / 1e9;

        // The sender's start-up is idle time: the rate is taken from what the shaper passed while the queue was full.
        DirectionCounters forward = link.read(Direction.FORWARD);
        assertThat(forward.queueDrops()).isPositive();
        assertThat(forward.shapedPackets() + forward.queueDrops()).isBetween(2_890L, 3_020L);
        assertThat(passedBytes * 8).isLessThan((long) (2_000_000 * 1.05 * seconds));
        assertThat(passedBytes * 8).isGreaterThan((long) (2_000_000 * 0.95 * 3));
    }

    @Test
    void delaysBySoMuchInEachDirection() throws IOException {
        assumeWorks(Driver.RELAY);
        Network network = testbed.build(NetworkPlan.pair("link", "A", "B", Wire.DELAYED), firstDriver());
        network.link("link").impair(Impairment.NONE.withDelay(Duration.ofMillis(40)));

        // Connecting takes one round trip; Bash opens TCP connections without further tools.
        List<String> listen = Namespaces.inside(network.host("B").namespace(), "python3", "-c", """
                import socket
                s = socket.create_server(("", 7777))
                c, _ = s.accept()
                c.recv(1)""");
        Process server = new ProcessBuilder(listen).start();
        ToolRun connect =
                ToolRun.withInput("", Namespaces.inside(network.host("A").namespace(), "python3", "-c", """
                import socket, time
                while True:
                    start = time.monotonic()
                    try:
                        socket.create_connection(("%s", 7777)).close()
                        break
                    except ConnectionRefusedError:
                        pass
                print(int((time.monotonic() - start) * 1000))""".formatted(
                                network.host("B").address())));
        server.destroyForcibly();

        assertThat(connect.succeeded()).as(connect.output()).isTrue();
        assertThat(Integer.parseInt(connect.output())).isGreaterThanOrEqualTo(80);
    }

    @Test
    void altersPacketsSoThatChecksumsFindIt() throws IOException, InterruptedException {
        assumeWorks(Driver.RELAY);
        Network network = testbed.build(NetworkPlan.pair("link", "A", "B", Wire.DELAYED), firstDriver());
        Host a = network.host("A");
        Host b = network.host("B");
        warmUp(a, b);
        network.link("link").impair(Impairment.NONE.withCorruption(0.2), Impairment.NONE);
        long validBefore = counter(b, "UdpNoPorts");
        long alteredBefore = counter(b, "UdpInErrors");

        Datagrams.send(a, b.address(), PACKETS, 200, 20_000);

        // What is altered in the IP header is dropped on the way where a bridge looks at it.
        double deviation = Math.sqrt(0.2 * 0.8 / PACKETS);
        double udp = 208.0 / 228;
        Awaitility.await().untilAsserted(() -> {
            assertThat((double) (counter(b, "UdpNoPorts") - validBefore) / PACKETS)
                    .isCloseTo(0.8, within(5 * deviation));
            assertThat((double) (counter(b, "UdpInErrors") - alteredBefore) / PACKETS)
                    .isCloseTo(0.2 * udp, within(5 * deviation));
        });
    }

    @Test
    void swallowsLargePacketsWithoutTellingAnybody() throws IOException, InterruptedException {
        assumeTrue(ToolRun.find("nft").isPresent(), "nft is missing");
        Network network = testbed.build(NetworkPlan.pair("link", "A", "B", Wire.SHAPED), firstDriver());
        Host a = network.host("A");
        Host b = network.host("B");
        warmUp(a, b);
        ImpairedLink link = network.link("link");
        link.swallowAbove(1_280);
        link.impair(Impairment.NONE);
        Host.Traffic before = b.traffic();
        Host.Traffic answers = a.traffic();

        Datagrams.send(a, b.address(), 100, 1_280 - 28, 100_000);
        Datagrams.send(a, b.address(), 100, 1_281 - 28, 100_000);

        assertThat(b.traffic().since(before).receivedPackets()).isBetween(100L, 120L);
        assertThat(a.traffic().since(answers).receivedPackets()).isLessThan(120);

        link.swallowNone();
        Host.Traffic after = b.traffic();
        Datagrams.send(a, b.address(), 100, 1_281 - 28, 100_000);
        assertThat(b.traffic().since(after).receivedPackets()).isBetween(100L, 120L);
    }

    private static long counter(Host host, String name) throws IOException {
        String lines = ToolRun.of("ip", "netns", "exec", host.namespace(), "nstat", "-asz", name)
                .output();
        return lines.lines()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.split(" +", -1)[1]))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void carriesMulticastWithinASegmentAndUnicastBetweenThem() throws IOException, InterruptedException {
        Network network = testbed.build(
                new NetworkPlan(
                        List.of(
                                new Element("A", Kind.HOST),
                                new Element("B", Kind.HOST),
                                new Element("S", Kind.SWITCH),
                                new Element("R", Kind.ROUTER),
                                new Element("C", Kind.HOST)),
                        List.of(
                                new Link("a", "A", "S", Wire.PLAIN),
                                new Link("b", "B", "S", Wire.PLAIN),
                                new Link("r", "R", "S", Wire.PLAIN),
                                new Link("c", "R", "C", Wire.PLAIN))),
                firstDriver());
        Host.Traffic b = network.host("B").traffic();
        Host.Traffic c = network.host("C").traffic();

        Datagrams.send(network.host("A"), "239.255.0.1", 100, 200, 100_000);
        Datagrams.send(network.host("A"), network.host("C").address(), 100, 200, 100_000);

        assertThat(network.host("B").traffic().since(b).receivedPackets()).isGreaterThanOrEqualTo(100);
        assertThat(network.host("C").traffic().since(c).receivedPackets()).isBetween(100L, 120L);
    }

    /** VXLAN puts 50 B around each frame, and leaves pods packets that are so much smaller. */
    @ParameterizedTest
    @EnumSource(value = Plumbing.class, names = "HOST", mode = EnumSource.Mode.EXCLUDE)
    void joinsPodsAndTakesAllOfItAway(Plumbing plumbing) throws IOException, InterruptedException {
        Optional<String> obstacle = testbed.obstacleTo(plumbing);
        assumeTrue(obstacle.isEmpty(), () -> obstacle.orElse(""));
        Network network =
                testbed.build(NetworkPlan.pair("link", "A", "B", Wire.PLAIN).withPods(plumbing), firstDriver());
        Host a = network.host("A");
        Host b = network.host("B");
        Host worker = network.router("A-WORKER", "link");
        warmUp(a, b);
        Host.Traffic atWorker = worker.traffic();
        Host.Traffic atPod = b.traffic();

        Datagrams.send(a, b.address(), 1_000, 200, 100_000);

        int frame = 200 + 28 + 14 + (plumbing == Plumbing.VXLAN ? 50 : 0);
        assertThat(b.traffic().since(atPod).receivedPackets()).isBetween(1_000L, 1_020L);
        assertThat(worker.traffic().since(atWorker).sentBytes()).isBetween(1_000L * frame, 1_010L * frame);
        assertThat(ToolRun.of("ip", "-n", a.namespace(), "link", "show", "net0").output())
                .contains(plumbing == Plumbing.VXLAN ? "mtu 1450" : "mtu 1500");
        network.close();
        assertThat(Namespaces.list(Namespaces.PREFIX)).noneMatch(name -> name.endsWith("-WORKER"));
    }

    @Test
    void reachesHostsByTheManagementNetworkWhateverTheLinkDoes() throws IOException {
        Network network = testbed.build(NetworkPlan.pair("link", "A", "B", Wire.SHAPED), firstDriver());
        network.link("link").silence();
        try (var server =
                new java.net.ServerSocket(0, 1, java.net.InetAddress.getByName(testbed.managementAddress()))) {
            ToolRun run = ToolRun.withInput(
                    "",
                    Namespaces.inside(
                            network.host("A").namespace(),
                            "bash",
                            "-c",
                            "exec 3<>/dev/tcp/" + testbed.managementAddress() + "/" + server.getLocalPort()));

            assertThat(run.succeeded()).as(run.output()).isTrue();
        }
    }

    @Test
    void refusesDelayOnALinkPlannedWithoutIt() throws IOException {
        Network network = testbed.build(NetworkPlan.pair("link", "A", "B", Wire.SHAPED), firstDriver());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> network.link("link").impair(Impairment.NONE.withDelay(Duration.ofMillis(1))));
    }

    @Test
    void killsWhatRunsInANetworkWhenItIsClosed() throws IOException {
        Network network = testbed.build(NetworkPlan.pair("link", "A", "B", Wire.PLAIN), firstDriver());
        Process sleeper = new ProcessBuilder(Namespaces.inside(network.host("A").namespace(), "sleep", "600")).start();
        Awaitility.await().until(() -> sleeper.info().command().orElse("").endsWith("sleep"));

        network.close();

        Awaitility.await().until(() -> !sleeper.isAlive());
    }

    private Driver firstDriver() {
        return testbed.drivers().stream()
                .filter(Driver.Trial::works)
                .findFirst()
                .map(Driver.Trial::driver)
                .orElse(Driver.RELAY);
    }

    private void assumeWorks(Driver driver) {
        Driver.Trial trial = testbed.drivers().stream()
                .filter(found -> found.driver() == driver)
                .findFirst()
                .orElseThrow();
        assumeTrue(trial.works(), () -> driver.label() + ": " + trial.reason());
    }

    /** Neighbours know each other before anything is counted. */
    private static void warmUp(Host a, Host b) throws IOException, InterruptedException {
        Datagrams.send(a, b.address(), 10, 20, 1_000_000);
    }
}
