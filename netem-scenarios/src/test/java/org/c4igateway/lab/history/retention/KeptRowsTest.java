package org.c4igateway.lab.history.retention;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.c4igateway.lab.history.AuditResult;
import org.c4igateway.lab.history.Expectation;
import org.c4igateway.lab.history.HistoryAudit;
import org.c4igateway.lab.history.HistoryAudit.Rows;
import org.c4igateway.lab.history.HistoryAudit.Scope;
import org.c4igateway.lab.history.Violation.Kind;
import org.c4igateway.lab.history.retention.RetentionHistory.Removal;
import org.c4igateway.lab.testbed.database.DatabaseServer;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;
import org.c4igateway.topics.TopicCatalogue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** What the product's own functions remove from a database is kept, noted and judged. */
@TestInstance(Lifecycle.PER_CLASS)
@Tag("slow")
class KeptRowsTest {
    private static final KeptDays DAYS = new KeptDays(1, 1, 3, 1, 2);

    @SuppressWarnings("NullAway.Init") // set before all tests
    private DatabaseServer server;

    @SuppressWarnings("NullAway.Init") // set before each test
    private InterfaceDatabase origin;

    @SuppressWarnings("NullAway.Init") // set before each test
    private InterfaceDatabase destination;

    @SuppressWarnings("NullAway.Init") // set before each test
    private KeptRows kept;

    private int pairs;

    @BeforeAll
    void startServer(@TempDir Path data) throws IOException {
        server = DatabaseServer.start(data, Path.of(System.getProperty("java.io.tmpdir"), "embedded-pg"));
    }

    @AfterAll
    void stopServer() throws IOException {
        server.close();
    }

    @BeforeEach
    void createDatabases() throws SQLException {
        pairs++;
        origin = server.create("A" + pairs);
        destination = server.create("B" + pairs);
        kept = KeptRows.install(origin, DAYS);
    }

    @Test
    void keepsWhatIsDroppedAndSaysHowMuchThatWas() throws SQLException {
        KeptRows received = KeptRows.install(destination, DAYS);
        submit(1, 2);
        submit(2, 2);
        receive(1, 2);
        receive(2, 2);

        assertThat(dropDay(origin, "outbox", 2)).isEqualTo("dropped");
        assertThat(dropDay(destination, "inbox", 2)).isEqualTo("dropped");

        assertThat(value(origin, "select count(*) from c4i.outbox")).isEqualTo("0");
        assertThat(kept.history().removals())
                .containsExactly(new Removal(RetentionHistory.OUTBOX, today(), today().minusDays(2), 2, 0));
        assertThat(received.history().summary()).isEqualTo(new RetentionSummary(0, 0, 0, 1, 2, 0, 0));
        assertThat(judged(kept).report()).isEmpty();
        assertThat(judged(received).report()).isEmpty();
        AuditResult pair = new HistoryAudit(TopicCatalogue.reference(), Rows.KEPT)
                .pair(origin, destination, Scope.ALL, Expectation.ALL_DELIVERED);
        assertThat(pair.report()).isEmpty();
        assertThat(pair.counts().delivered()).isEqualTo(2);
    }

    @Test
    void seesThatARowWithoutAFinalStateWasDropped() throws SQLException {
        submit(1, 2);
        makeDay(origin, "outbox", 2);

        assertThat(value(origin, "select c4i.drop_day('outbox', c4i.today() - 2)"))
                .isEqualTo("pending");
        execute(origin, "drop table c4i.outbox_" + value(origin, "select to_char(c4i.today() - 2, 'YYYYMMDD')"));

        assertThat(judged(kept).report()).contains("REMOVED_EARLY", "1 of them without a final state");
    }

    @Test
    void seesThatADayWasDroppedTooEarly() throws SQLException {
        execute(origin, "drop table c4i.inbox_" + value(origin, "select to_char(c4i.today(), 'YYYYMMDD')"));
        assertThat(judged(kept).report()).as("an empty day").isEmpty();

        execute(origin, "select c4i.create_partition('inbox', c4i.today())");
        execute(
                origin,
                "insert into c4i.inbox (received_id, received_at, origin_system, origin_sequence, topic_id, precedence,"
                        + " destinations, created_at, label, subject, payload)"
                        + " values (1, now(), 'X', 1, 'A015', 3, '{A}', now(), '', '', 'one')");
        execute(origin, "drop table c4i.inbox_" + value(origin, "select to_char(c4i.today(), 'YYYYMMDD')"));

        assertThat(judged(kept).report()).contains("REMOVED_EARLY", "kept are 1 days");
    }

    @Test
    void seesThatARowIsGoneWhoseDayIsThere() throws SQLException {
        submit(1, 0);
        execute(origin, "delete from c4i.outbox");

        assertThat(judged(kept).report()).contains("REMOVED_EARLY", "1 rows of outbox are gone, and their day is not");
    }

    @Test
    void seesThatAnOldDayIsStillThere() throws SQLException {
        submit(1, 4);
        makeDay(origin, "outbox", 4);
        assertThat(judged(kept).report()).isEmpty();

        submit(2, 5);
        makeDay(origin, "outbox", 5);
        assertThat(judged(kept).kinds()).containsOnlyKeys(Kind.KEPT_LATE);
    }

    @Test
    void movesTheTimeOfADatabaseAndKeepsItAfterARestart(@TempDir Path data) throws Exception {
        try (DatabaseServer own =
                DatabaseServer.start(data, Path.of(System.getProperty("java.io.tmpdir"), "embedded-pg"))) {
            InterfaceDatabase database = own.create("A");
            var _ = KeptRows.install(database, DAYS);
            LocalDate before = LocalDate.parse(value(database, "select c4i.today()"));

            own.set(KeptRows.DAYS, "3");
            own.stopImmediately();
            own.startAgain();

            execute(
                    database,
                    "insert into c4i.dead_letter (direction, source, code, reason, payload)"
                            + " values ('outbound', 'X', 'GW-999', 'why', 'one')");
            assertThat(value(database, "select (at at time zone 'UTC')::date from c4i.dead_letter"))
                    .isEqualTo(before.plusDays(3).toString());
            assertThat(value(database, "select (clock at time zone 'UTC')::date from c4i.maintenance_state()"))
                    .isEqualTo(before.plusDays(3).toString());
        }
    }

    @Test
    void countsIdentitiesAndDeadLettersThatAreForgotten() throws SQLException {
        execute(
                origin,
                "insert into c4i.inbox_key (origin_system, origin_sequence, received_at) select 'X', n,"
                        + " now() - interval '4 days' from generate_series(1, 5) as n");
        execute(
                origin,
                "insert into c4i.dead_letter (at, direction, source, code, reason, payload)"
                        + " values (now() - interval '2 days', 'outbound', 'X', 'GW-999', 'why', 'one')");

        execute(origin, "select c4i.prune_inbox_keys(3, 100), c4i.prune_dead_letters(1, 100)");

        assertThat(kept.history().summary()).isEqualTo(new RetentionSummary(0, 0, 0, 0, 0, 5, 1));
        assertThat(judged(kept).report()).isEmpty();
        execute(
                origin,
                "insert into c4i.inbox_key (origin_system, origin_sequence, received_at) values ('X', 6, now())");
        execute(origin, "delete from c4i.inbox_key");
        assertThat(judged(kept).kinds()).containsExactly(Map.entry(Kind.REMOVED_EARLY, 1L));
    }

    private static AuditResult judged(KeptRows rows) throws SQLException {
        return RetentionJudge.judge(rows.history(), DAYS);
    }

    private LocalDate today() throws SQLException {
        return LocalDate.parse(value(origin, "select c4i.today()"));
    }

    private void submit(long sequence, int daysAgo) throws SQLException {
        execute(
                origin,
                "insert into c4i.outbox (sequence, xid, created_at, topic_id, precedence, destinations, payload_size, payload)"
                        + " values (" + sequence + ", pg_current_xact_id(), c4i.today() - " + daysAgo
                        + ", 'A015', 3, '{"
                        + destination.system() + "}', 3, 'one')");
    }

    private void receive(long sequence, int daysAgo) throws SQLException {
        String created = value(origin, "select created_at::text from c4i.outbox where sequence = " + sequence);
        execute(
                destination,
                "insert into c4i.inbox (received_id, received_at, origin_system, origin_sequence, topic_id, precedence,"
                        + " destinations, created_at, label, subject, payload) values (" + sequence + ", c4i.today() - "
                        + daysAgo + ", '" + origin.system() + "', " + sequence + ", 'A015', 3, '{B}', '" + created
                        + "', '', '', 'one')");
        execute(
                origin,
                "insert into c4i.delivery (sequence, created_at, destination, state, at) select sequence, created_at, '"
                        + destination.system() + "', 'delivered', created_at from c4i.outbox where sequence = "
                        + sequence);
    }

    private static void makeDay(InterfaceDatabase database, String table, int daysAgo) throws SQLException {
        for (String parent : table.equals("outbox") ? List.of("outbox", "delivery") : List.of(table)) {
            execute(database, "select c4i.create_partition('" + parent + "', c4i.today() - " + daysAgo + ")");
        }
    }

    private static String dropDay(InterfaceDatabase database, String table, int daysAgo) throws SQLException {
        makeDay(database, table, daysAgo);
        return value(database, "select c4i.drop_day('" + table + "', c4i.today() - " + daysAgo + ")");
    }

    private static String value(InterfaceDatabase database, String sql) throws SQLException {
        try (Connection connection = database.openOwner();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    private static void execute(InterfaceDatabase database, String sql) throws SQLException {
        try (Connection connection = database.openOwner();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
