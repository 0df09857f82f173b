package org.c4igateway.dbbridge.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class OutboxLeaseTest {
    private static final Duration BEAT = Duration.ofMillis(50);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Loops loops =
            new Loops(new SimpleMeterRegistry(), InstantSource.system(), System::nanoTime, fault -> {});
    private final List<String> events = new CopyOnWriteArrayList<>();
    private TestDatabase database;
    private OutboxLease first;
    private OutboxLease second;

    @BeforeEach
    void open(TestDatabase database) {
        this.database = database;
        this.first = lease("first");
        this.second = lease("second");
    }

    @AfterEach
    void close() {
        first.close();
        second.close();
    }

    @Test
    void standsByWhileAnotherBridgeIsActive() throws SQLException {
        first.start();
        await().atMost(PATIENCE).until(() -> events.contains("first active 1"));
        second.start();
        await().atMost(PATIENCE).until(second::isHeldByAnother);

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(events).containsExactly("first active 1"));
    }

    @Test
    void knowsWhetherAnotherBridgeIsActive() {
        first.start();
        await().atMost(PATIENCE).until(() -> events.contains("first active 1"));
        assertThat(second.isHeldByAnother()).as("it has not asked yet").isFalse();

        second.start();

        await().atMost(PATIENCE).until(second::isHeldByAnother);
        assertThat(first.isHeldByAnother()).isFalse();
        first.close();
        await().atMost(PATIENCE).until(() -> events.contains("second active 2"));
        assertThat(second.isHeldByAnother()).isFalse();
    }

    @Test
    void takesOverWhenTheHolderDies() throws SQLException {
        first.start();
        await().atMost(PATIENCE).until(() -> events.contains("first active 1"));
        second.start();
        // What the server sees when the holder's process dies; the holder itself finds the lock taken afterwards.
        killHolder();

        await().atMost(PATIENCE).until(() -> events.size() >= 3);
        assertThat(events.subList(0, 1)).containsExactly("first active 1");
        assertThat(events).contains("first down");
        assertThat(events)
                .filteredOn(event -> event.contains("active"))
                .hasSize(2)
                .last()
                .isIn("first active 1", "second active 2");
        assertThat(first.epoch()).isEqualTo(1);
    }

    @Test
    void handsOverWhenClosed() {
        first.start();
        await().atMost(PATIENCE).until(() -> events.contains("first active 1"));
        second.start();

        first.close();

        await().atMost(PATIENCE).until(() -> events.contains("second active 2"));
        assertThat(second.epoch()).isEqualTo(2);
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(events).containsExactly("first active 1", "first down", "second active 2"));
    }

    @Test
    void keepsItsEpochWhenItOnlyLostTheSession() throws SQLException {
        first.start();
        await().atMost(PATIENCE).until(() -> events.contains("first active 1"));

        killHolder();

        await().atMost(PATIENCE).until(() -> events.size() >= 3);
        assertThat(events).containsExactly("first active 1", "first down", "first active 1");
        assertThat(first.epoch()).isEqualTo(1);
    }

    /** @return the connection of a bridge in the middle of a transaction that writes */
    private Connection fencedWriterOfFirst() throws SQLException {
        first.start();
        await().atMost(PATIENCE).until(() -> events.contains("first active 1"));
        Connection writer = database.bridgePool().getConnection();
        writer.setAutoCommit(false);
        try (Statement statement = writer.createStatement()) {
            statement.execute("SELECT c4i.fence(1)");
        }
        return writer;
    }

    @Test
    void waitsForAWritingTransactionBeforeTakingOver() throws SQLException {
        try (var writer = fencedWriterOfFirst()) {
            first.close();
            second.start();
            await().atMost(PATIENCE)
                    .until(() -> database.number(
                                    "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
                                            + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())")
                            == 1);
            assertThat(second.epoch()).isZero();
            writer.commit();
        }
        await().atMost(PATIENCE).until(() -> events.contains("second active 2"));
    }

    /**
     * As of a process that was stopped, or a machine that was paused, between two statements: its connections stay
     * open.
     */
    @Test
    @Tag("slow")
    void takesOverFromABridgeThatStoppedInsideATransaction() throws SQLException {
        try (var writer = fencedWriterOfFirst();
                var statement = writer.createStatement()) {
            first.close();
            second.start();

            await().atMost(PATIENCE).until(() -> events.contains("second active 2"));
            assertThat(second.epoch()).isEqualTo(2);
            assertThatExceptionOfType(SQLException.class).isThrownBy(() -> statement.execute("SELECT 1"));
        }
    }

    @Test
    void givesTheLeaseBackWhenBecomingActiveFails() {
        givesTheLeaseBackAfter(() -> {
            throw new IllegalStateException("port in use");
        });
    }

    @Test
    void givesTheLeaseBackWhenBecomingActiveEndsInAnError() {
        givesTheLeaseBackAfter(() -> {
            throw new AssertionError("as a native library that does not load");
        });
    }

    private void givesTheLeaseBackAfter(Runnable failure) {
        OutboxLease failing = lease("failing", failure, () -> {});
        try (failing) {
            failing.start();
            await().atMost(PATIENCE).until(() -> events.contains("failing down"));
            first.start();
            await().atMost(PATIENCE).until(() -> events.contains("first active 2"));
        }
    }

    @Test
    @Tag("slow")
    void keepsTheLeaseWhileTheListenerTakesItsTime() {
        CountDownLatch goOn = new CountDownLatch(1);
        OutboxLease slow = lease("slow", () -> awaitZero(goOn), () -> {});
        try (slow) {
            slow.start();
            await().atMost(PATIENCE).until(() -> events.contains("slow active 1"));
            slow.between(Duration.ofMillis(1), () -> events.add("a task in the middle of a notice"));
            assertThat(events).containsExactly("slow active 1");
            // Longer than a silent session lives.
            await().pollDelay(OutboxLease.IDLE_LIMIT.plusSeconds(1)).until(() -> true);
            first.start();
            await().atMost(PATIENCE).until(first::isHeldByAnother);
            assertThat(first.epoch()).isZero();
            goOn.countDown();
        }
    }

    /** A second later: at its next beat it would mostly take the lease again before a standby asks. */
    @Test
    void standsDownAndAsksAgainASecondAfterItIsGivenBack() {
        first.start();
        await().atMost(PATIENCE).until(() -> events.contains("first active 1"));

        long began = System.nanoTime();
        first.giveBack("the fence says that another bridge was active");

        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(events).containsExactly("first active 1", "first down", "first active 1"));
        assertThat(System.nanoTime() - began)
                .isGreaterThan(Duration.ofSeconds(1).toNanos());
    }

    @Test
    void keepsTheLeaseDuringATaskAndGivesItBackWhenTheTaskFails() {
        first.start();
        await().atMost(PATIENCE).until(() -> events.contains("first active 1"));

        first.between(PATIENCE, () -> events.add("a task"));
        assertThat(events).containsExactly("first active 1", "a task");
        second.start();
        await().atMost(PATIENCE).until(second::isHeldByAnother);

        first.between(PATIENCE, () -> {
            throw new IllegalStateException("port in use");
        });
        await().atMost(PATIENCE).until(() -> events.size() >= 4);
        assertThat(events).containsExactly("first active 1", "a task", "first down", "second active 2");
    }

    /** Its listener still stands down, and a second after a failure it would ask again. */
    @Test
    @Tag("slow")
    void doesNotAskAgainOnceItIsBeingClosed() throws InterruptedException {
        CountDownLatch goOn = new CountDownLatch(1);
        OutboxLease closing = lease("closing", () -> {}, () -> awaitZero(goOn));
        closing.start();
        await().atMost(PATIENCE).until(() -> events.contains("closing active 1"));
        closing.giveBack("becoming active failed");
        await().atMost(PATIENCE).until(() -> events.contains("closing down"));

        Thread close = Thread.ofVirtual().start(closing::close);

        first.start();
        await().atMost(PATIENCE).until(() -> events.contains("first active 2"));
        await().during(Duration.ofMillis(1_500)).atMost(PATIENCE).until(() -> !closing.isHeldByAnother());
        goOn.countDown();
        assertThat(close.join(PATIENCE)).isTrue();
        assertThat(events).containsExactly("closing active 1", "closing down", "first active 2");
    }

    private void killHolder() throws SQLException {
        database.execute("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted"
                + " AND classid = 6501481 AND objid = 1"
                + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())");
    }

    private OutboxLease lease(String name) {
        return lease(name, () -> {}, () -> {});
    }

    private static void awaitZero(CountDownLatch latch) {
        await().atMost(PATIENCE).until(() -> latch.getCount() == 0);
    }

    private OutboxLease lease(String name, Runnable whenActive, Runnable whenDown) {
        return new OutboxLease(
                database.bridgeConnections(),
                name,
                BEAT,
                new LeaseListener() {
                    @Override
                    public void activated(long epoch) {
                        events.add(name + " active " + epoch);
                        whenActive.run();
                    }

                    @Override
                    public void stoodDown(String reason) {
                        events.add(name + " down");
                        whenDown.run();
                    }
                },
                loops);
    }
}
