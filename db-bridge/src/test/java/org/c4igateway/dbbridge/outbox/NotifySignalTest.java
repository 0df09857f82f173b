package org.c4igateway.dbbridge.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.c4igateway.core.store.OutboxSignal;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.postgresql.PGConnection;

@ExtendWith(PostgresExtension.class)
class NotifySignalTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String LOCK_HELD = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted"
            + " AND classid = 6501481 AND objid = 2"
            + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";

    private final AtomicInteger wakes = new AtomicInteger();
    private TestDatabase database;
    private NotifySignal signal;
    private OutboxSignal.Registration listening;

    @BeforeEach
    void open(TestDatabase database) {
        this.database = database;
        this.signal = new NotifySignal(database.bridgeConnections(), SignalChannel.OUTBOX, loops());
        listening = signal.listen(wakes::incrementAndGet);
        signal.start();
        // Wakes once when it listens.
        await().atMost(PATIENCE).until(() -> wakes.get() == 1);
    }

    @AfterEach
    void close() {
        signal.close();
    }

    @Test
    void wakesAnIdleReaderWhenARowIsCommitted() throws SQLException {
        database.submit(3, "m", "B");

        await().atMost(PATIENCE).until(() -> wakes.get() >= 2);
    }

    @Test
    void sendsNoNotificationWhileTheReaderPolls() throws SQLException {
        try (Connection observer = database.owner();
                Statement statement = observer.createStatement();
                Connection reader = database.owner();
                Statement lock = reader.createStatement()) {
            statement.execute("LISTEN c4i_outbox");
            lock.execute("SELECT pg_advisory_lock(6501481, 2)");
            database.submit(3, "while polling", "B");
            lock.execute("SELECT pg_advisory_unlock(6501481, 2)");
            database.submit(3, "while idle", "B");
            // Only the second one; notifications come in commit order.
            PGConnection notified = observer.unwrap(PGConnection.class);
            assertThat(notified.getNotifications(Math.toIntExact(PATIENCE.toMillis())))
                    .hasSize(1);
            statement.execute("SELECT");
            assertThat(notified.getNotifications()).isNullOrEmpty();
        }
    }

    @Test
    void holdsTheLockWhileRowsAreSeenAndWakesAgainAfterwards() {
        seeRowsUntil(() -> database.number(LOCK_HELD) == 1);
        int before = wakes.get();

        await().atMost(PATIENCE).until(() -> database.number(LOCK_HELD) == 0);
        await().atMost(PATIENCE).until(() -> wakes.get() >= before + 3);
    }

    /** No notification comes then, and a row for another destination would wait for the slow poll. */
    @Test
    void wakesTheOtherReadersWhileOnePolls() {
        seeRowsUntil(() -> database.number(LOCK_HELD) == 1);
        int before = wakes.get();

        seeRowsUntil(() -> wakes.get() >= before + 10);
    }

    /** The readers of another shard, in another process, wait for rows while this one polls. */
    @Test
    void wakesTheReadersOfOtherProcessesWhileOnePolls() {
        try (NotifySignal polling =
                new NotifySignal(database.bridgeConnections(), SignalChannel.OUTBOX, loops(), () -> true)) {
            polling.start();
            seeRowsUntil(polling, () -> database.number(LOCK_HELD) == 1);
            int before = wakes.get();

            seeRowsUntil(polling, () -> wakes.get() >= before + 10);
        }
    }

    private static Loops loops() {
        return new Loops(new SimpleMeterRegistry(), InstantSource.system(), System::nanoTime, fault -> {});
    }

    private void seeRowsUntil(Callable<Boolean> condition) {
        seeRowsUntil(signal, condition);
    }

    private static void seeRowsUntil(NotifySignal polling, Callable<Boolean> condition) {
        await().atMost(PATIENCE).pollInterval(5, TimeUnit.MILLISECONDS).until(() -> {
            polling.rowsSeen();
            return condition.call();
        });
    }

    /** A node that becomes active again and again must not gather those that it was before. */
    @Test
    void forgetsWhoDoesNotListenAnyMore() throws SQLException {
        AtomicInteger others = new AtomicInteger();
        OutboxSignal.Registration other = signal.listen(others::incrementAndGet);
        listening.close();
        int before = wakes.get();

        database.submit(3, "m", "B");
        await().atMost(PATIENCE).until(() -> others.get() > 0);
        other.close();

        assertThat(wakes.get()).isEqualTo(before);
    }

    @Test
    void listensAgainAfterItsSessionIsLost() throws SQLException {
        database.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
                + " AND application_name = 'c4i-signal'");
        await().atMost(PATIENCE).until(() -> wakes.get() >= 2);
        int before = wakes.get();

        database.submit(3, "m", "B");

        await().atMost(PATIENCE).until(() -> wakes.get() > before);
    }
}
