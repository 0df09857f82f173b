package org.c4igateway.test.e2e.wan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.c4igateway.lab.history.AuditResult;
import org.c4igateway.lab.net.Impairment;
import org.c4igateway.lab.net.NetworkTestbed;
import org.c4igateway.lab.testbed.GatewayProcess;
import org.c4igateway.lab.testbed.MeshAccount;
import org.c4igateway.lab.testbed.NodeProcess;
import org.c4igateway.lab.testbed.WanSites;
import org.c4igateway.lab.testbed.config.Transports;
import org.c4igateway.lab.testbed.load.LoadRun;
import org.c4igateway.lab.testbed.load.MessageLoad;
import org.c4igateway.test.e2e.mesh.FakeClock;
import org.c4igateway.test.process.TestJava;
import org.c4igateway.topics.TopicCatalogue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rows from outbox to inbox and receipts back between two sites: real databases, nodes and gateways in network
 * namespaces, and an impaired link between them. Skipped with the reason where namespaces cannot be made.
 */
@Tag("slow")
@Tag("campaign")
class WanEndToEndTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /** A node on two busy cores, with a faked clock, takes minutes to start. */
    private static final Duration START_PATIENCE = Duration.ofMinutes(4);

    private static final long RATE = 512_000;
    private static final int MESSAGES = 60;
    /** Fewer than are submitted at once, so that an outage fills it. */
    private static final int QUEUE = 40;

    private static final TopicCatalogue CATALOGUE = TopicCatalogue.reference();

    /** Those that begin with the first event. */
    private static final Set<String> LATE =
            Set.of("c4i_wan_given_up_total", "c4i_wan_datagrams_refused_total", "c4i_wan_discarded_total");

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by the extension
    private static Path journals;

    @SuppressWarnings("NullAway.Init") // set before all tests, which are skipped otherwise
    private static WanSites sites;

    @SuppressWarnings("NullAway.Init")
    private static MessageLoad load;

    private static long seed;

    private final List<MeshAccount> accounts = new ArrayList<>();

    /** Six processes start one after the other: their patience counts, not that of one test. */
    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void open() throws IOException, SQLException, InterruptedException {
        Optional<String> obstacle = NetworkTestbed.obstacle();
        assumeTrue(obstacle.isEmpty(), () -> obstacle.orElse(""));
        load = MessageLoad.read(Path.of("..", "samples"), CATALOGUE);
        String journal = "journal: {directory: " + journals + "}";
        String queue = "queue: {messages: " + QUEUE + "}";
        sites = WanSites.open(
                1, new WanSites.Options(RATE + "bit", true, List.of(journal, queue)), TestJava.classPathFile());
        sites.startGateways(PATIENCE);
        sites.mesh().start(Transports.DDS, PATIENCE);
    }

    @AfterAll
    static void close() throws IOException {
        if (sites != null) {
            sites.close();
        }
    }

    @BeforeEach
    void clear() throws IOException {
        sites.link().impair(Impairment.ofRate(RATE));
    }

    @AfterEach
    void closeAccounts() {
        accounts.forEach(MeshAccount::close);
    }

    /** Watches the databases from now to the end of the test. */
    private MeshAccount openAccount() throws SQLException {
        MeshAccount account = MeshAccount.open(sites.mesh(), CATALOGUE);
        accounts.add(account);
        return account;
    }

    static Stream<Arguments> links() {
        Impairment clear = Impairment.ofRate(RATE);
        return Stream.of(
                Arguments.of("10 % loss", clear.withLoss(0.1), clear.withLoss(0.1)),
                Arguments.of("30 % loss", clear.withLoss(0.3), clear.withLoss(0.3)),
                Arguments.of("50 % loss", clear.withLoss(0.5), clear.withLoss(0.5)),
                Arguments.of("30 % loss one way", clear.withLoss(0.3), clear),
                Arguments.of("30 % loss the other way", clear, clear.withLoss(0.3)),
                Arguments.of("bursts of 5 at 20 % and a satellite", bursts(clear), bursts(clear)),
                Arguments.of(
                        "duplicates",
                        clear.withLoss(0.1),
                        new Impairment(clear.rate(), clear.loss(), clear.delay(), 0.2)));
    }

    private static Impairment bursts(Impairment clear) {
        return clear.with(new Impairment.Loss(0.2, 5, Impairment.Loss.Placement.AFTER_SHAPER))
                .withDelay(Duration.ofMillis(300));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("links")
    void deliversEachRowOnceAndInOrder(String name, Impairment forward, Impairment backward)
            throws IOException, SQLException, InterruptedException {
        sites.link().impair(forward, backward);
        MeshAccount account = openAccount();

        submitBothWays();

        assertDelivered(account, name);
    }

    @Test
    void deliversWhatAKilledGatewayHad() throws IOException, SQLException, InterruptedException {
        sites.link().impair(Impairment.ofRate(RATE).withLoss(0.1));
        MeshAccount account = openAccount();
        submitBothWays();
        await("half of it has a final state")
                .atMost(PATIENCE)
                .until(() -> account.pending() <= MESSAGES + load.samples().size());

        sites.gateway("NORTH").kill();
        submitBothWays();
        sites.startGateway("NORTH", PATIENCE);

        assertDelivered(account, "a gateway killed");
    }

    /** Its peer remembers the session of the later time and refuses what seems to be from before. */
    @Test
    void carriesOnWhenAGatewayRestartsWithItsClockSetBack() throws IOException, SQLException, InterruptedException {
        Map<String, String> clock = FakeClock.anHourAhead();
        MeshAccount account = openAccount();
        GatewayProcess north = sites.gateway("NORTH");
        try {
            north.kill();
            north.variables(clock);
            sites.startGateway("NORTH", PATIENCE);
        } finally {
            north.kill();
            north.variables(Map.of());
        }
        submitBothWays();
        sites.startGateway("NORTH", PATIENCE);

        assertDelivered(account, "a clock set back by an hour");
    }

    /**
     * Both gateways and the far node remember the greeting of the later time. The time-out guards against a hang only:
     * a node starts twice, and slowly with a faked clock.
     */
    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void hearsANodeBehindAGatewayThatRestartsWithItsClockSetBack()
            throws IOException, SQLException, InterruptedException {
        Map<String, String> clock = FakeClock.anHourAhead();
        MeshAccount account = openAccount();
        NodeProcess node = sites.mesh().node(sites.systems("NORTH").getFirst());
        try {
            node.kill();
            node.variables(clock);
            node.start();
            node.awaitActive(START_PATIENCE, true);
            submitBothWays();
            assertDelivered(account, "a clock that is an hour ahead");
        } finally {
            node.kill();
            node.variables(Map.of());
        }
        submitBothWays();
        node.start();
        node.awaitActive(START_PATIENCE, true);

        assertDelivered(account, "a clock of a node set back by an hour");
        assertThat(Files.readString(sites.gateway("NORTH").log()))
                .as("after a minute a greeting counts as wrong, and its sender is heard without it")
                .doesNotContain("it is heard from now on");
    }

    @Test
    void keepsWhatIsSubmittedDuringAnOutage() throws IOException, SQLException, InterruptedException {
        MeshAccount account = openAccount();
        sites.link().silence();
        await("both gateways miss each other")
                .atMost(PATIENCE)
                .until(() -> sites.metric("NORTH", "c4i_wan_peer_up") + sites.metric("SOUTH", "c4i_wan_peer_up") == 0);
        submitBothWays();
        await("the queue is full, and rows wait at their origin")
                .atMost(PATIENCE)
                .until(() -> sites.metric("NORTH", "c4i_wan_held_back") > 0);
        assertThat(account.pending()).isPositive();

        sites.link().impair(Impairment.ofRate(RATE));

        assertDelivered(account, "an outage longer than the queue");
    }

    @Test
    void refusesAndCountsFramesOfAnotherKey() throws IOException, SQLException, InterruptedException {
        String good = sites.key();
        double before = sites.metric("NORTH", "c4i_wan_datagrams_refused_total");
        sites.useKey("SOUTH", sites.newKey());
        await("the other key is used")
                .atMost(PATIENCE)
                .until(() -> sites.metric("NORTH", "c4i_wan_datagrams_refused_total") > before);
        MeshAccount account = openAccount();
        submitBothWays();
        await("the link counts as down").atMost(PATIENCE).until(() -> sites.metric("NORTH", "c4i_wan_peer_up") == 0);
        assertThat(account.audit(Instant.EPOCH).counts().delivered()).isZero();

        sites.useKey("SOUTH", good);

        assertDelivered(account, "another key for a while");
    }

    @Test
    void fillsThePanelsOfItsDashboard() throws IOException, InterruptedException {
        String dashboard = Files.readString(Path.of("..", "deploy", "grafana", "dashboards", "wan.json"));
        List<String> names = Pattern.compile("c4i_wan_[a-z_]+")
                .matcher(dashboard)
                .results()
                .map(MatchResult::group)
                .distinct()
                .filter(name -> !LATE.contains(name))
                .toList();
        String metrics = sites.gateway("NORTH").metrics();

        assertThat(names).hasSizeGreaterThan(10);
        assertThat(names).allSatisfy(name -> assertThat(metrics).contains("\n" + name + "{"));
    }

    private static void submitBothWays() throws SQLException, InterruptedException {
        List<String> systems = sites.mesh().systems();
        for (String system : systems) {
            List<String> others =
                    systems.stream().filter(other -> !other.equals(system)).toList();
            LoadRun run = new LoadRun(sites.mesh().database(system), others, new AtomicLong());
            run.submit(load.samples(), Duration.ZERO);
            run.submit(load.generate(MESSAGES, ++seed), Duration.ZERO);
        }
    }

    private static void assertDelivered(MeshAccount account, String what) throws SQLException, InterruptedException {
        assertThat(account.settle(PATIENCE, pending -> {}))
                .as("everything has a final state: " + what)
                .isTrue();
        AuditResult result = account.audit(Instant.EPOCH);
        assertThat(result.report()).as(what).isEmpty();
        assertThat(result.counts().delivered())
                .as(what)
                .isEqualTo(result.counts().reliable())
                .isPositive();
    }
}
