package org.c4igateway.test.e2e.wan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.lab.net.Host;
import org.c4igateway.lab.net.Impairment;
import org.c4igateway.lab.testbed.GatewayProcess;
import org.c4igateway.lab.testbed.MeshAccount;
import org.c4igateway.lab.testbed.NodeProcess;
import org.c4igateway.test.e2e.mesh.FakeClock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rows from outbox to inbox and receipts back between two sites: real databases, nodes and gateways in network
 * namespaces, and an impaired link between them. Skipped with the reason where namespaces cannot be made.
 */
@Tag("slow")
@Tag("campaign")
class WanEndToEndTest extends TwoSites {
    /** A node on two busy cores, with a faked clock, takes minutes to start. */
    private static final Duration START_PATIENCE = Duration.ofMinutes(4);

    /** Those that begin with the first event. */
    private static final Set<String> LATE = Set.of(
            "c4i_wan_given_up_total",
            "c4i_wan_datagrams_refused_total",
            "c4i_wan_discarded_total",
            "c4i_wan_lan_events_total");

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
                        "duplicates and altered packets",
                        clear.withLoss(0.1),
                        clear.withDuplication(0.2).withCorruption(0.1)));
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
                .doesNotContain("they are accepted from now on");
    }

    /** The other end has the former address in its file. */
    @Test
    void goesOnUnderAnotherAddress() throws IOException, SQLException, InterruptedException {
        MeshAccount account = openAccount();
        Host side = sites.wanSide("NORTH");
        GatewayProcess north = sites.gateway("NORTH");
        submitBothWays();
        side.readdress(side.address(), side.spareAddress());
        try {
            submitBothWays();
            assertThat(north.awaitExit(PATIENCE))
                    .as("a supervisor starts it again")
                    .isEqualTo(1);
            sites.startGateway("NORTH", PATIENCE);
            submitBothWays();

            assertDelivered(account, "another address");
            assertThat(Files.readString(north.log())).contains(ErrorCode.ADDRESS_CHANGED.code());
        } finally {
            north.kill();
            side.readdress(side.spareAddress(), side.address());
            sites.startGateway("NORTH", PATIENCE);
        }
    }

    /** As the address of a database or broker does that moves to another host. */
    @Test
    void staysWhenAnAddressGoesThatItDoesNotUse() throws IOException, SQLException, InterruptedException {
        MeshAccount account = openAccount();
        Host side = sites.wanSide("NORTH");
        GatewayProcess north = sites.gateway("NORTH");
        north.kill();
        side.addAddress(side.spareAddress());
        sites.startGateway("NORTH", PATIENCE);
        submitBothWays();
        assertDelivered(account, "two addresses");

        side.removeAddress(side.spareAddress());

        submitBothWays();
        assertDelivered(account, "one of two addresses gone");
        assertThat(north.isAlive()).isTrue();
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

    /** Radio silence: SOUTH hears and must not be heard, so nothing is confirmed, and nothing is carried to it. */
    @Test
    void losesNothingWhileASiteMustNotSend() throws IOException, SQLException, InterruptedException {
        MeshAccount account = openAccount();
        Impairment clear = Impairment.ofRate(RATE);
        sites.link().impair(clear, clear.withLoss(1));
        await("NORTH misses SOUTH").atMost(PATIENCE).until(() -> sites.metric("NORTH", "c4i_wan_peer_up") == 0);
        long confirmed = confirmed();
        submitBothWays();
        await("the queue is full, and rows wait at their origin")
                .atMost(PATIENCE)
                .until(() -> sites.metric("NORTH", "c4i_wan_held_back") > 0);
        assertThat(confirmed()).as("confirmed rows of both sites").isEqualTo(confirmed);

        sites.link().impair(clear);

        assertDelivered(account, "a site that did not send for a while");
    }

    /** Deliveries of all systems that count as delivered. */
    private static long confirmed() throws SQLException {
        long sum = 0;
        for (String system : sites.mesh().systems()) {
            try (Connection connection = sites.mesh().database(system).openOwner();
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(
                            "SELECT count(*) FROM c4i.delivery_status WHERE state = 'delivered'")) {
                row.next();
                sum += row.getLong(1);
            }
        }
        return sum;
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
        assertThat(names).allSatisfy(name -> assertThat(metrics).containsPattern("\n" + name + "[{ ]"));
    }
}
