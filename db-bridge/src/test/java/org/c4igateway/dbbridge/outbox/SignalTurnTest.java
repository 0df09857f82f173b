package org.c4igateway.dbbridge.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/** When the signal wakes readers by itself, and when it leaves them alone. */
class SignalTurnTest extends SignalFixture {
    /** So often it wakes readers that have gone quiet. */
    private static final int ECHOES = 5;

    @Test
    void leavesReadersAloneWhileNothingHappens() {
        try (NotifySignal _ = listening()) {
            awaitTurns(5, () -> {});

            assertThat(wakes).hasValue(1);
        }
    }

    /** For transactions that looked at the lock before it was given back, and committed after. */
    @Test
    void wakesReadersAFewTimesAfterTheyWentQuiet() throws SQLException {
        List<Boolean> held = new CopyOnWriteArrayList<>();
        try (Connection other = database.owner();
                Statement statement = other.createStatement();
                NotifySignal signal = listening()) {
            statement.execute("LISTEN c4i_outbox");
            signal.listen(() -> held.add(isLockHeld()));
            seeRowsUntil(signal, () -> held.contains(true));

            await().atMost(PATIENCE)
                    .until(() ->
                            held.subList(held.lastIndexOf(true), held.size()).size() > ECHOES);
            awaitTurns(3, () -> {});

            assertThat(held.subList(held.lastIndexOf(true) + 1, held.size())).hasSize(ECHOES);
            statement.execute("SELECT");
            assertThat(other.unwrap(PGConnection.class).getNotifications())
                    .as("no other process has readers")
                    .isNullOrEmpty();
        }
    }

    /** The readers of another shard, in another process, need it as much as its own do. */
    @Test
    void wakesTheReadersOfOtherProcessesAfterItsOwnWentQuiet() throws SQLException {
        AtomicBoolean polls = new AtomicBoolean();
        List<Boolean> heldAtNotice = new CopyOnWriteArrayList<>();
        try (Connection other = database.owner();
                Statement statement = other.createStatement();
                NotifySignal signal =
                        new NotifySignal(database.bridgeConnections(), SignalChannel.OUTBOX, loops, () -> true)) {
            statement.execute("LISTEN c4i_outbox");
            signal.listen(wakes::incrementAndGet);
            signal.listen(() -> {
                if (polls.get() && isNotified(other)) {
                    heldAtNotice.add(isLockHeld());
                }
            });
            signal.start();
            await().atMost(PATIENCE).until(() -> wakes.get() == 1);
            polls.set(true);

            seeRowsUntil(signal, () -> heldAtNotice.contains(true));

            await().atMost(PATIENCE)
                    .until(() -> heldAtNotice.stream().filter(held -> !held).count() >= ECHOES);
        }
    }

    /** No reader polls then, and no lock is taken: it is the notification of each row that wakes them. */
    @Test
    void tellsReadersOfEachRowWhileRowsComeOneByOne() throws SQLException {
        List<Boolean> held = new CopyOnWriteArrayList<>();
        try (NotifySignal signal = signal()) {
            signal.listen(() -> {
                if (!held.isEmpty()) {
                    signal.rowsSeen();
                }
                held.add(isLockHeld());
            });
            signal.start();
            await().atMost(PATIENCE).until(() -> held.size() == 1);
            for (int row = 1; row <= 10; row++) {
                int before = held.size();
                database.submit(3, "row " + row, "B");
                await().atMost(PATIENCE).until(() -> held.size() > before);
                awaitTurns(2, () -> {});
            }

            assertThat(held).hasSize(11).containsOnly(false);
            await().atMost(PATIENCE).until(signal::tellsEachCommit);
        }
    }

    /** They commit one after the other then, however many sessions submit. No reader finds rows: the peer is away. */
    @Test
    void letsReadersPollWhenCommitsThatNotifyMeetOnASlowDisk() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        try (PostgresServer server = PostgresServer.startDurable();
                TestDatabase slow = server.database()) {
            database = slow;
            database.execute("ALTER SYSTEM SET commit_delay = 100000");
            database.execute("ALTER SYSTEM SET commit_siblings = 0");
            database.execute("SELECT pg_reload_conf()");
            try (NotifySignal _ = listening();
                    ExecutorService sessions = Executors.newFixedThreadPool(2)) {
                Callable<Integer> submitting = () -> {
                    while (!done.get()) {
                        slow.submit(3, "m", "B");
                    }
                    return 0;
                };
                List<Future<Integer>> running = List.of(sessions.submit(submitting), sessions.submit(submitting));
                try {
                    await().atMost(PATIENCE).until(this::isLockHeld);
                } finally {
                    done.set(true);
                }
                for (Future<Integer> session : running) {
                    assertThat(session.get()).isZero();
                }
            }
        }
    }

    @Test
    void doesNotSayThatItTellsOfCommitsWhileReadersPollAndUntilItHasWokenThemAgain() throws SQLException {
        try (NotifySignal signal = listening()) {
            assertThat(signal.tellsEachCommit()).as("nothing has come yet").isFalse();
            database.submit(3, "m", "B");
            await().atMost(PATIENCE).until(signal::tellsEachCommit);
            seeRowsUntil(signal, this::isLockHeld);
            assertThat(signal.tellsEachCommit()).isFalse();
            int before = wakes.get();

            await().atMost(PATIENCE).until(signal::tellsEachCommit);

            assertThat(isLockHeld()).isFalse();
            assertThat(wakes.get()).isGreaterThanOrEqualTo(before + ECHOES);
        }
    }

    /** A node that was active before may have it and be frozen; nobody notifies then. */
    @Test
    void doesNotSayThatItTellsOfCommitsAfterAnotherSessionHadTheLockUntilANotificationComes() throws SQLException {
        try (NotifySignal signal = listening()) {
            database.submit(3, "m", "B");
            await().atMost(PATIENCE).until(signal::tellsEachCommit);
            try (Connection other = database.owner();
                    Statement statement = other.createStatement()) {
                statement.execute("SELECT pg_advisory_lock(6501481, 2)");
                awaitTurns(20, signal::rowsSeen);
                awaitTurns(20, () -> assertThat(signal.tellsEachCommit()).isFalse());
            }
            awaitTurns(3, () -> {});
            assertThat(signal.tellsEachCommit()).isFalse();

            database.submit(3, "m", "B");

            await().atMost(PATIENCE).until(signal::tellsEachCommit);
        }
    }

    /** Whichever of them polls keeps the notifications from all. */
    @Test
    void doesNotSayThatItTellsOfCommitsWhileOtherProcessesHaveReaders() throws SQLException {
        try (NotifySignal signal =
                new NotifySignal(database.bridgeConnections(), SignalChannel.OUTBOX, loops, () -> true)) {
            signal.listen(wakes::incrementAndGet);
            signal.start();
            await().atMost(PATIENCE).until(() -> wakes.get() == 1);
            database.submit(3, "m", "B");
            await().atMost(PATIENCE).until(() -> wakes.get() > 1);

            awaitTurns(5, () -> assertThat(signal.tellsEachCommit()).isFalse());
        }
    }

    /** While another process polls it wakes all readers, these as well. */
    @Test
    void leavesReadersToWhoeverHoldsTheLock() throws SQLException {
        try (NotifySignal signal = listening()) {
            try (Connection other = database.owner();
                    Statement statement = other.createStatement()) {
                statement.execute("SELECT pg_advisory_lock(6501481, 2)");

                awaitTurns(5, signal::rowsSeen);

                assertThat(wakes).hasValue(1);
            }
            seeRowsUntil(signal, () -> wakes.get() > 2);
        }
    }

    /** Each wake is a read of the database: six while readers count as polling, five after that, one under way. */
    @Test
    void wakesReadersInIntervalsWhileOnePolls() {
        try (NotifySignal signal = listening()) {
            seeRowsUntil(signal, this::isLockHeld);
            int before = wakes.get();

            await().atMost(PATIENCE).until(() -> !isLockHeld() && wakes.get() >= before + ECHOES);
            awaitTurns(3, () -> {});

            assertThat(wakes.get()).isLessThanOrEqualTo(before + 6 + ECHOES + 1);
        }
    }

    private NotifySignal listening() {
        NotifySignal signal = signal();
        signal.listen(wakes::incrementAndGet);
        signal.start();
        await().atMost(PATIENCE).until(() -> wakes.get() == 1);
        return signal;
    }

    private boolean isLockHeld() {
        try {
            return database.number(LOCK_HELD) == 1;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isNotified(Connection listener) {
        try {
            var heard = listener.unwrap(PGConnection.class).getNotifications(Math.toIntExact(PATIENCE.toMillis()));
            return heard != null && heard.length > 0;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
