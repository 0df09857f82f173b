package org.c4igateway.dbbridge.node.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.c4igateway.core.contract.InMemoryNetwork;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Destinations that come to an open data path, and the sessions and threads that it has. */
@ExtendWith(PostgresExtension.class)
class NewcomerPathTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String TRANSPORT = "memory";
    private static final SystemName ALPHA = new SystemName("ALPHA");
    private static final SystemName BRAVO = new SystemName("BRAVO");
    private static final SystemName CHARLIE = new SystemName("CHARLIE");

    private final InMemoryNetwork network = new InMemoryNetwork();
    private final PostgresServer server;
    private final NodePathSite charlie;
    private NodePathSite alpha;

    NewcomerPathTest(PostgresServer server) {
        this.server = server;
        charlie = new NodePathSite(CHARLIE, ALPHA, server.database(), network.factory(false), Map.of());
        alpha = alpha(Map.of());
    }

    private NodePathSite alpha(Map<String, String> changed) {
        return new NodePathSite(ALPHA, BRAVO, server.database(), network.factory(false), changed);
    }

    private void letNewcomersJoin() {
        alpha.close();
        alpha = alpha(Map.of("c4i.newcomers[0]", TRANSPORT));
    }

    @AfterEach
    void close() {
        alpha.close();
        charlie.close();
    }

    private void awaitDestination() {
        await().atMost(PATIENCE).until(() -> alpha.path.peers().containsKey(CHARLIE));
    }

    /** The transport of this test meets peers only when a connection is made. */
    private void meetAgain() {
        network.cut(ALPHA, CHARLIE);
        network.mend(ALPHA, CHARLIE);
    }

    private void assertReaches() throws Exception {
        alpha.submitTo(CHARLIE, "to a newcomer");
        await().atMost(PATIENCE).until(() -> charlie.database.number("SELECT count(*) FROM c4i.inbox") == 1);
        await().atMost(PATIENCE)
                .until(() -> alpha.database.number("SELECT count(*) FROM c4i.delivery_status WHERE state = 'delivered'")
                        == 1);
    }

    @Test
    void sendsToWhoAnnouncesItself() throws Exception {
        letNewcomersJoin();
        alpha.open();
        charlie.open();

        awaitDestination();
        meetAgain();
        assertReaches();
    }

    @Test
    void sendsToNobodyWhoOnlyAnnouncesItself() throws Exception {
        alpha.open();
        charlie.open();
        charlie.submit("to ALPHA");
        await().atMost(PATIENCE).until(() -> alpha.database.number("SELECT count(*) FROM c4i.inbox") == 1);

        assertThat(alpha.path.peers()).containsOnlyKeys(BRAVO);
    }

    @Test
    void recordsWhatASystemAnnouncedBeforeItBecameADestination() throws Exception {
        alpha.open();
        charlie.open();
        try (NodePathSite bravo = new NodePathSite(BRAVO, ALPHA, server.database(), network.factory(false), Map.of())) {
            bravo.open(); // it comes after CHARLIE
            await().atMost(PATIENCE).until(() -> subscribers().contains("BRAVO"));
            assertThat(subscribers()).containsExactly("BRAVO");

            alpha.path.add(CHARLIE, TRANSPORT);

            await().atMost(PATIENCE).until(() -> subscribers().contains("CHARLIE"));
        }
    }

    private List<String> subscribers() throws Exception {
        return alpha.database.column("SELECT DISTINCT system FROM c4i.subscriber");
    }

    @Test
    void sendsToADestinationThatIsAddedWhileItIsOpen() throws Exception {
        alpha.open();
        charlie.open();

        alpha.path.add(CHARLIE, TRANSPORT);

        assertThat(alpha.path.peers()).containsOnlyKeys(BRAVO, CHARLIE);
        meetAgain();
        assertReaches();
    }

    @Test
    void sendsToADestinationThatWasAddedWhileItWasClosed() throws Exception {
        alpha.path.add(CHARLIE, TRANSPORT);
        alpha.open();
        charlie.open();

        assertThat(alpha.path.peers()).containsOnlyKeys(BRAVO, CHARLIE);
        assertReaches();
    }

    @Test
    void addsNoDestinationByATransportThatIsNotOpen() throws Exception {
        alpha.open();

        alpha.path.add(CHARLIE, "carrier-pigeon");

        assertThat(alpha.path.peers()).containsOnlyKeys(BRAVO);
    }

    @Test
    void sendsToSubscribersThatItsDatabaseHas() throws Exception {
        letNewcomersJoin();
        subscribe(CHARLIE);
        alpha.open();
        charlie.open();

        assertThat(alpha.path.peers()).containsOnlyKeys(BRAVO, CHARLIE);
        assertReaches();
    }

    @Test
    void followsSubscribersThatAnotherNodeOfItsDatabaseHasLetIn() throws Exception {
        letNewcomersJoin();
        alpha.open();
        subscribe(CHARLIE);

        alpha.path.follow();

        assertThat(alpha.path.peers()).containsOnlyKeys(BRAVO, CHARLIE);
    }

    private void subscribe(SystemName system) throws Exception {
        alpha.database.execute("INSERT INTO c4i.subscriber (system, pattern, transport) VALUES ('" + system
                + "', 'A*', '" + TRANSPORT + "')");
    }

    @Test
    void saysWhatItsTransportsKnow() throws Exception {
        alpha.path.add(CHARLIE, TRANSPORT);
        alpha.open();
        charlie.open();
        ActiveNode active = Objects.requireNonNull(alpha.path.active());
        await().atMost(PATIENCE).until(() -> isReachable(CHARLIE));

        assertThat(isReachable(BRAVO)).isFalse();
        assertThat(active.absence(CHARLIE)).isEmpty();
        assertThat(active.absence(new SystemName("NOBODY-KNOWN"))).isEmpty();
        assertThat(active.mismatches()).containsOnlyKeys(TRANSPORT);
        assertThat(active.alarms()).isEmpty();
        assertThat(active.lastReachable(BRAVO)).isEmpty();

        charlie.path.close();
        await().atMost(PATIENCE).until(() -> active.lastReachable(CHARLIE).isPresent());
    }

    private boolean isReachable(SystemName destination) {
        return Objects.requireNonNull(alpha.path.peers().get(destination)).reachable();
    }

    /** It polls once an hour. */
    @Test
    void sendsAtOnceWhatItIsToldOf() throws Exception {
        alpha.close();
        alpha = alpha(Map.of("c4i.flow.idle-poll", "1h", "c4i.flow.fast-poll", "1h"));
        alpha.path.add(CHARLIE, TRANSPORT);
        alpha.open();
        charlie.open();
        assertReaches();

        alpha.submitTo(CHARLIE, "nobody polls for");
        await().atMost(PATIENCE).until(() -> charlie.database.number("SELECT count(*) FROM c4i.inbox") == 2);
    }

    @Test
    void endsItsThreads() throws Exception {
        long before = publishing();
        alpha.open();
        assertThat(publishing()).isEqualTo(before + 1);

        alpha.path.drain(PATIENCE);
        await().atMost(PATIENCE).until(() -> publishing() == before);
        alpha.path.close();
        alpha.openAgain();
        assertThat(publishing()).isEqualTo(before + 1);

        alpha.path.close();

        await().atMost(PATIENCE).until(() -> publishing() == before);
    }

    private static long publishing() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("c4i-publications"))
                .count();
    }

    @Test
    void waitsForReceiptsBeforeItCloses() throws Exception {
        ActiveNode before = assertWaitsForReceipts(() -> alpha.path.drain(PATIENCE));
        assertThat(alpha.path.active()).isSameAs(before);
    }

    @Test
    void waitsForReceiptsBeforeItIsRenewed() throws Exception {
        alpha.close();
        alpha = alpha(Map.of("c4i.drain-timeout", "30s"));
        PathPlan next = alpha.plan(network.factory(false), Map.of());
        ActiveNode before = assertWaitsForReceipts(() -> alpha.renew(next, () -> true));
        assertThat(alpha.path.active()).isNotNull().isNotSameAs(before);
    }

    /** @return the path that was open, also while that action waited */
    private ActiveNode assertWaitsForReceipts(Runnable action) throws Exception {
        charlie.database.execute(FormerWriterTest.HOLDING);
        alpha.path.add(CHARLIE, TRANSPORT);
        alpha.open();
        charlie.open();
        ActiveNode open = Objects.requireNonNull(alpha.path.active());
        try (var gate = charlie.database.owner();
                var statement = gate.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(77)");
            alpha.submitTo(CHARLIE, "under way");
            await().atMost(PATIENCE)
                    .until(() -> charlie.database.number("SELECT count(*) FROM public.holding WHERE is_called") == 1);

            Thread draining = Thread.ofPlatform().start(action);
            await().atMost(PATIENCE)
                    .until(() -> draining.getState() == Thread.State.TIMED_WAITING
                            || draining.getState() == Thread.State.WAITING
                            || draining.getState() == Thread.State.TERMINATED);
            assertThat(draining.isAlive()).isTrue();
            assertThat(alpha.path.active()).isSameAs(open);
            statement.execute("SELECT pg_advisory_unlock(77)");
            draining.join();
        }
        assertThat(alpha.database.number("SELECT count(*) FROM c4i.delivery_status WHERE state = 'delivered'"))
                .isEqualTo(1);
        return open;
    }
}
