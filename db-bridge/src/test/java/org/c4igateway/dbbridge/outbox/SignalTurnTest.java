package org.c4igateway.dbbridge.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
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
        try (NotifySignal signal = listening()) {
            await().atMost(PATIENCE).until(signal::tellsEachCommit);
            for (int row = 1; row <= 10; row++) {
                int before = wakes.get();
                database.submit(3, "row " + row, "B");
                await().atMost(PATIENCE).until(() -> wakes.get() > before);
                signal.rowsSeen(1);
                awaitTurns(2, () -> {});
                assertThat(isLockHeld()).as("row %d", row).isFalse();
            }

            assertThat(wakes).hasValue(11);
            assertThat(signal.tellsEachCommit()).isTrue();
        }
    }

    @Test
    void doesNotSayThatItTellsOfCommitsWhileReadersPollAndUntilItHasWokenThemAgain() {
        try (NotifySignal signal = listening()) {
            await().atMost(PATIENCE).until(signal::tellsEachCommit);
            seeRowsUntil(signal, this::isLockHeld);
            assertThat(signal.tellsEachCommit()).isFalse();
            int before = wakes.get();

            await().atMost(PATIENCE).until(signal::tellsEachCommit);

            assertThat(isLockHeld()).isFalse();
            assertThat(wakes.get()).isGreaterThanOrEqualTo(before + ECHOES);
        }
    }

    /** Whichever of them polls keeps the notifications from all. */
    @Test
    void doesNotSayThatItTellsOfCommitsWhileOtherProcessesHaveReaders() {
        try (NotifySignal signal =
                new NotifySignal(database.bridgeConnections(), SignalChannel.OUTBOX, loops, () -> true)) {
            signal.start();
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

                awaitTurns(5, () -> signal.rowsSeen(MANY));

                assertThat(wakes).hasValue(1);
            }
            seeRowsUntil(signal, () -> wakes.get() > 2);
        }
    }

    /** Each wake is a read of the database: ten while readers count as polling, five after that, one under way. */
    @Test
    void wakesReadersInIntervalsWhileOnePolls() {
        try (NotifySignal signal = listening()) {
            seeRowsUntil(signal, this::isLockHeld);
            int before = wakes.get();

            await().atMost(PATIENCE).until(() -> !isLockHeld() && wakes.get() >= before + ECHOES);
            awaitTurns(3, () -> {});

            assertThat(wakes.get()).isLessThanOrEqualTo(before + 10 + ECHOES + 1);
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
