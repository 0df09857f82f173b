package org.c4igateway.dbbridge.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.c4igateway.core.store.ReadPosition;
import org.c4igateway.dbbridge.database.OutboxProbe;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Reads look at few days, and miss no row whatever day it is of. */
class OpenDaysTest extends OpenDaysFixture {
    /** Before all days that there are, of each kind, behind all of them. */
    private static final int[] DAYS = {-40, -1, 0, 1, 2, 5, 13, 40};

    private static final String[] ISOLATIONS = {"READ COMMITTED", "REPEATABLE READ", "SERIALIZABLE"};

    /** What a session has looked at is counted when it ends; each read here has one of its own. */
    @Test
    void looksAtOpenDaysOnlyWhenNothingOlderIsToBeRead() throws SQLException {
        database.submit(ROUTINE, "first", "B");
        JdbcOutbox reader = new JdbcOutbox(withoutPool(), () -> 0, A);
        OutboxProbe probe = new OutboxProbe(reader, ReadPosition.START, 100, NO_BYTE_LIMIT);

        assertThat(probe.drain()).containsExactly("first");
        await().until(() -> scans(0) > 0);
        long all = scans(FAR);
        database.submit(ROUTINE, "second", "B");
        long before = scans(0);
        assertThat(probe.drain()).containsExactly("second");
        await().until(() -> scans(0) > before);

        assertThat(all).isPositive();
        assertThat(scans(FAR)).isEqualTo(all);
    }

    @ParameterizedTest
    @ValueSource(strings = {"READ COMMITTED", "REPEATABLE READ", "SERIALIZABLE"})
    void findsARowOfADayThatWasClosed(String isolation) throws SQLException {
        OutboxProbe probe = probe(100);
        probe.drain();
        database.submit(ROUTINE, "now", "B");
        assertThat(probe.drain()).containsExactly("now");

        try (Connection connection = transaction(isolation)) {
            insert(connection, FAR, "far");
            insert(connection, FAR, "too");
            connection.commit();
        }

        assertThat(probe.drain()).containsExactly("far", "too");
        assertThat(database.column("SELECT day FROM c4i.open_day ORDER BY day"))
                .endsWith(today.plusDays(FAR).toString())
                .hasSize(4);
    }

    /** The transaction still sees the day as open, and must not rely on that. */
    @ParameterizedTest
    @ValueSource(strings = {"READ COMMITTED", "REPEATABLE READ", "SERIALIZABLE"})
    void findsARowOfADayThatWasClosedAfterItsTransactionBegan(String isolation) throws SQLException {
        try (Connection first = transaction("READ COMMITTED")) {
            insert(first, FAR, "opens");
            first.commit();
        }
        OutboxProbe probe = probe(100);
        try (Connection connection = transaction(isolation);
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
            assertThat(database.number("SELECT c4i.close_days()")).isZero();
            assertThat(probe.drain()).containsExactly("opens");
            insert(connection, FAR, "late");
            connection.commit();
        }

        assertThat(probe.drain()).containsExactly("late");
    }

    /** What was done behind the savepoint is undone, also that a day is open. */
    @ParameterizedTest
    @ValueSource(strings = {"READ COMMITTED", "REPEATABLE READ", "SERIALIZABLE"})
    void findsARowBehindASavepointThatWasGivenUp(String isolation) throws SQLException {
        OutboxProbe probe = probe(100);
        probe.drain();
        try (Connection connection = transaction(isolation)) {
            Savepoint savepoint = connection.setSavepoint();
            insert(connection, FAR, "given up");
            connection.rollback(savepoint);
            insert(connection, FAR, "kept");
            connection.commit();
        }

        assertThat(probe.drain()).containsExactly("kept");
    }

    /** Nobody has recovered reading yet: rows of transactions to come are behind every position. */
    @Test
    void looksAtAllDaysWhileAClosedOneHasRowsOfTheFuture() throws SQLException {
        OutboxProbe probe = probe(100);
        try (Connection writer = transaction("READ COMMITTED")) {
            insert(writer, FAR, "restored");
            writer.commit();
        }
        database.execute("UPDATE c4i.outbox SET xid = (xid::text::bigint + 1000000)::text::xid8");
        assertThat(database.number("SELECT c4i.close_days()")).isZero();

        assertThat(probe.drain()).containsExactly("restored");
        assertThat(database.number("SELECT count(*) FROM c4i.outbox WHERE xid > pg_current_xact_id()"))
                .as("reading has recovered by itself")
                .isZero();
    }

    /** The row gets the number of the transaction that recovers, which is behind a position that goes on. */
    @Test
    void findsARowOfAClosedDayThatARestoreLeftInTheFuture() throws SQLException {
        try (Connection connection = transaction("READ COMMITTED")) {
            insert(connection, FAR, "restored");
            connection.commit();
        }
        assertThat(database.number("SELECT c4i.close_days()")).isZero();
        OutboxProbe probe = probe(100);
        assertThat(probe.drain()).containsExactly("restored");
        database.submit(ROUTINE, "now", "B");
        assertThat(probe.drain()).containsExactly("now");

        database.execute("UPDATE c4i.outbox SET xid = (xid::text::bigint + 1000000)::text::xid8"
                + " WHERE created_at > now() + interval '2 days'");
        database.execute("SELECT c4i.recover_reading()");

        assertThat(probe.drain()).containsExactly("restored");
    }

    /** Any days, isolations, transactions that end late or never, days that are closed in between, any limits. */
    @Test
    void readsEveryRowOnceWhateverDayItIsOf() throws SQLException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        OutboxProbe probe = probe(1 + random.nextInt(8));
        List<String> expected = new ArrayList<>();
        List<String> read = new ArrayList<>();
        List<Connection> open = new ArrayList<>();
        List<List<String>> theirs = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            if (open.isEmpty() || (open.size() < 4 && random.nextInt(5) == 0)) {
                Connection begun = transaction(ISOLATIONS[random.nextInt(ISOLATIONS.length)]);
                try (Statement statement = begun.createStatement()) {
                    statement.execute("SELECT 1");
                }
                open.add(begun);
                theirs.add(new ArrayList<>());
            }
            int at = random.nextInt(open.size());
            insert(open.get(at), DAYS[random.nextInt(DAYS.length)], "m" + i);
            theirs.get(at).add("m" + i);
            if (random.nextInt(3) == 0) {
                int ending = random.nextInt(open.size());
                List<String> rows = theirs.remove(ending);
                try (Connection connection = open.remove(ending)) {
                    if (random.nextInt(8) == 0) {
                        connection.rollback();
                    } else {
                        connection.commit();
                        expected.addAll(rows);
                    }
                }
            }
            if (random.nextInt(4) == 0) {
                database.execute("SELECT c4i.close_days()");
            }
            if (random.nextInt(2) == 0) {
                read.addAll(probe.readTexts());
            }
        }
        for (int i = 0; i < open.size(); i++) {
            open.get(i).commit();
            open.get(i).close();
            expected.addAll(theirs.get(i));
        }
        read.addAll(probe.drain());

        assertThat(read).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(expected);
    }

    private long scans(int day) throws SQLException {
        return database.number(
                "SELECT idx_scan FROM pg_stat_user_tables WHERE relid = '" + partition(day) + "'::regclass");
    }

    private PGSimpleDataSource withoutPool() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(database.bridge().url());
        source.setUser(database.bridge().user());
        source.setPassword(database.bridge().password());
        source.setOptions("-c plan_cache_mode=force_generic_plan -c enable_seqscan=off");
        return source;
    }
}
