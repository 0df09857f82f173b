package org.c4igateway.dbbridge.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.database.TestSubmission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions that depend on what other sessions do at the same moment, or on settings of their own session. */
@ExtendWith(PostgresExtension.class)
class FreshSnapshotsTest {
    private final TestDatabase database;

    FreshSnapshotsTest(TestDatabase database) {
        this.database = database;
    }

    /** Servers submit again as soon as there is a primary; a failover that lost nothing holds no table. */
    @Test
    void doesNotTakeWhatIsSubmittedMeanwhileForRowsOfTheFuture() throws Exception {
        database.execute("INSERT INTO c4i.table_source (source) VALUES ('there.tx')");
        try (Connection server = database.owner();
                Statement statement = server.createStatement()) {
            server.setAutoCommit(false);
            statement.execute("LOCK TABLE c4i.outbox IN EXCLUSIVE MODE");
            CompletableFuture<Long> recovery = CompletableFuture.supplyAsync(this::recover);
            await("the recovery waits for the lock")
                    .until(() -> database.number("SELECT count(*) FROM pg_locks WHERE NOT granted") == 1);
            TestSubmission.submit(server, 3, "m", "B");
            server.commit();

            assertThat(recovery.get(60, TimeUnit.SECONDS)).isZero();
        }
        assertThat(database.number("SELECT count(*) FROM c4i.table_source WHERE held_since IS NOT NULL"))
                .isZero();
    }

    private long recover() {
        try {
            return database.number("SELECT c4i.recover_reading()");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** As after the clock of a server was ahead. */
    @Test
    void givesNoNumberTwiceWhileTheSequenceIsAheadOfTheClock() throws Exception {
        database.execute("SELECT setval('c4i.outbox_sequence',"
                + " (extract(epoch FROM now() + interval '1 day') * 1000000)::bigint)");
        List<String> calls = List.of(
                "SELECT c4i.continue_at_clock('c4i.outbox_sequence')",
                "SELECT nextval('c4i.outbox_sequence')",
                "SELECT nextval('c4i.outbox_sequence')");
        List<Long> given = new ArrayList<>();
        try (ExecutorService sessions = Executors.newFixedThreadPool(calls.size())) {
            List<Future<List<Long>>> answers = calls.stream()
                    .map(sql -> sessions.submit(() -> numbers(sql)))
                    .toList();
            for (Future<List<Long>> answer : answers) {
                given.addAll(answer.get());
            }
        }

        assertThat(new HashSet<>(given)).hasSameSizeAs(given);
    }

    private List<Long> numbers(String sql) throws SQLException {
        List<Long> numbers = new ArrayList<>();
        try (Connection connection = database.owner();
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < 2_000; i++) {
                try (ResultSet row = statement.executeQuery(sql)) {
                    row.next();
                    numbers.add(row.getLong(1));
                }
            }
        }
        return numbers;
    }

    /** What was routed or saved between its snapshot and the lock for which it waits would be missed. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT c4i.add_subscriber('X', '*', '1 hour')",
                "SELECT c4i.restore_subscriber('X')",
                "SELECT c4i.retire_subscriber('X', 'me', 'why')",
                "SELECT c4i.set_shards(2)"
            })
    void refusesAnOldSnapshotWhereWhatWasJustCommittedCounts(String sql) throws SQLException {
        for (String isolation : List.of("REPEATABLE READ", "SERIALIZABLE")) {
            try (Connection connection = database.owner();
                    Statement statement = connection.createStatement()) {
                statement.execute("SET default_transaction_isolation = '" + isolation + "'");

                assertThatThrownBy(() -> statement.execute(sql))
                        .isInstanceOfSatisfying(
                                SQLException.class,
                                e -> assertThat(e.getSQLState()).isEqualTo("C4013"))
                        .hasMessageContaining("READ COMMITTED");
            }
        }
    }

    @Test
    void readsItsLiteralsAsTheyWereWrittenWhateverTheSessionSays() throws SQLException {
        String digest = "SELECT c4i.content_digest('S201', 3, 'epoch', NULL, '', '', 'x')";
        long expected = database.number(digest);
        try (Connection connection = database.owner();
                Statement statement = connection.createStatement()) {
            statement.execute("SET standard_conforming_strings = off; SET escape_string_warning = off");
            try (ResultSet row = statement.executeQuery(digest)) {
                row.next();
                assertThat(row.getLong(1)).isEqualTo(expected);
            }
            try (ResultSet row = statement.executeQuery("SELECT c4i.wants('A.B', 'AxB'), c4i.wants('A.B', 'A.B')")) {
                row.next();
                assertThat(row.getBoolean(1)).isFalse();
                assertThat(row.getBoolean(2)).isTrue();
            }
        }
    }
}
