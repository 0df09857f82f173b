package org.c4igateway.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import org.c4igateway.lab.history.AuditResult;
import org.c4igateway.lab.history.Expectation;
import org.c4igateway.lab.history.HistoryAudit;
import org.c4igateway.lab.history.HistoryAudit.Scope;
import org.c4igateway.lab.history.SystemsAudit;
import org.c4igateway.lab.history.Violation.Kind;
import org.c4igateway.lab.testbed.database.DatabaseServer;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;
import org.c4igateway.lab.testbed.database.TableGrowth;
import org.c4igateway.topics.TopicCatalogue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** Histories as they are gathered from databases: what is in the tables reaches the judges. */
@TestInstance(Lifecycle.PER_CLASS)
@Tag("slow")
class DatabaseHistoryTest {
    /** A015 is an ALERT, hence reliable; J071 (tracks) is PERIODIC, hence best effort. */
    private static final String RELIABLE = "A015";

    private static final String BEST_EFFORT = "J071";

    @SuppressWarnings("NullAway.Init") // set before all tests
    private DatabaseServer server;

    @SuppressWarnings("NullAway.Init") // set before each test
    private InterfaceDatabase origin;

    @SuppressWarnings("NullAway.Init") // set before each test
    private InterfaceDatabase destination;

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
        execute(origin, "select setval('c4i.outbox_sequence', 1, false)");
        submit(RELIABLE, "one");
        submit(RELIABLE, "two");
        submit(BEST_EFFORT, "three");
    }

    @Test
    void isCleanWhenEverythingArrivedOnceUnchangedAndInOrderAndEndedSo() throws SQLException {
        receiveAll();

        AuditResult result = audit(0);

        assertThat(result.report()).isEmpty();
        assertThat(result.counts()).isEqualTo(new AuditResult.Counts(2, 2, 1, 0));
        assertThat(result.latency().getTotalCount()).isEqualTo(2);
    }

    @Test
    void seesALostMessage() throws SQLException {
        receive(1, "one");
        end(2, "delivered");
        end(3, "sent");

        assertThat(audit(0).count(Kind.LOST)).isEqualTo(1);
        assertThat(audit(0).report()).contains("2 of topic A015");
    }

    @Test
    void seesADoubledMessage() throws SQLException {
        receiveAll();
        receive(2, "two");

        assertThat(audit(0).count(Kind.DOUBLED)).isEqualTo(1);
    }

    @Test
    void seesAnAlteredMessage() throws SQLException {
        receiveAll();
        execute(destination, "update c4i.inbox set payload = 'TWO' where origin_sequence = 2");

        assertThat(audit(0).count(Kind.ALTERED)).isEqualTo(1);
    }

    @Test
    void seesMessagesOutOfOrder() throws SQLException {
        receive(2, "two");
        receive(1, "one");
        end(3, "sent");

        assertThat(audit(0).count(Kind.OUT_OF_ORDER)).isEqualTo(1);
    }

    @Test
    void seesAMessageThatNobodySubmitted() throws SQLException {
        receiveAll();
        execute(
                destination,
                "insert into c4i.inbox select nextval('c4i.inbox_sequence'), received_at, origin_system, 99, topic_id,"
                        + " precedence, destinations, created_at, expires_at, label, subject, payload from c4i.inbox limit 1");

        assertThat(audit(0).count(Kind.UNKNOWN)).isEqualTo(1);
    }

    @Test
    void seesMessagesOfASystemThatIsNoneOfThese(@TempDir Path directory) throws SQLException {
        try (SystemsAudit audit = SystemsAudit.open(
                List.of(origin, destination), new HistoryAudit(TopicCatalogue.reference()), directory)) {
            receiveAll();
            execute(destination, "update c4i.inbox set origin_system = 'GHOST' where origin_sequence = 2");

            AuditResult result = audit.audit(Instant.EPOCH, Expectation.ALL_DELIVERED);

            assertThat(result.count(Kind.UNKNOWN)).isEqualTo(1);
            assertThat(result.report()).contains("1 rows are from 'GHOST'");
        }
    }

    @Test
    void seesStatesThatAreNotAsExpected() throws SQLException {
        end(1, "rejected");
        end(3, "sent");

        AuditResult result = audit(0);

        assertThat(result.count(Kind.WRONG_STATE)).as("rejected").isEqualTo(1);
        assertThat(result.count(Kind.UNSETTLED)).as("without a state").isEqualTo(1);
        assertThat(result.report()).contains("1 of topic A015 is rejected (GW-999 why)");
    }

    @Test
    void looksOnlyAtWhatCameAfterTheGivenSequence() throws SQLException {
        receive(2, "two");
        end(3, "sent");

        assertThat(audit(1).report()).isEmpty();
        assertThat(audit(1).counts().reliable()).isEqualTo(1);
    }

    /** A lower number that is committed later, as after a restore: the server has read past it. */
    @Test
    void seesWhatAServerThatReadsOnNeverSaw(@TempDir Path directory) throws SQLException {
        try (SystemsAudit audit = SystemsAudit.open(
                List.of(origin, destination), new HistoryAudit(TopicCatalogue.reference()), directory)) {
            execute(destination, "select setval('c4i.inbox_sequence', 10)");
            receive(1, "one");
            assertThat(audit.audit(Instant.EPOCH, Expectation.ALL_DELIVERED).count(Kind.SKIPPED))
                    .isZero();
            execute(destination, "select setval('c4i.inbox_sequence', 5)");
            receive(2, "two");

            AuditResult result = audit.audit(Instant.EPOCH, Expectation.ALL_DELIVERED);

            assertThat(result.count(Kind.SKIPPED)).isEqualTo(1);
            assertThat(result.report()).contains(origin.system() + " 2 is in the inbox with received_id 6");
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void seesALedgerThatDiffersFromItsRows() throws SQLException {
        receiveAll();

        AuditResult inbox = new HistoryAudit(TopicCatalogue.reference()).ledger(destination);

        assertThat(inbox.count(Kind.LEDGER)).as("rows that no bridge wrote").isEqualTo(1);
        assertThat(inbox.report()).contains("0 received from " + origin.system() + ", its rows 2");
    }

    /** Tables that are new in a release count without being named. */
    @Test
    void measuresEachTableWhoseRowsChange() throws SQLException {
        try (Connection connection = origin.openOwner()) {
            long before = TableGrowth.changing(connection);
            execute(
                    origin,
                    "insert into c4i.expiry_question (destination, sequence) select 'B', n from generate_series(1, 10000) as n");
            long asked = TableGrowth.changing(connection);
            execute(
                    origin,
                    "insert into c4i.dead_letter (direction, source, code, reason, payload)"
                            + " select 'inbound', 'x', 'x', 'x', 'x' from generate_series(1, 10000)");

            assertThat(asked).isGreaterThan(before + 100_000);
            assertThat(TableGrowth.changing(connection)).isEqualTo(asked);
        }
    }

    private AuditResult audit(long after) throws SQLException {
        return new HistoryAudit(TopicCatalogue.reference())
                .pair(origin, destination, new Scope(after, Instant.EPOCH), Expectation.ALL_DELIVERED);
    }

    private void submit(String topic, String payload) throws SQLException {
        execute(
                origin,
                "select c4i.submit_text('" + topic + "', 3, array['" + destination.system() + "'], '" + payload + "')");
    }

    private void receiveAll() throws SQLException {
        receive(1, "one");
        receive(2, "two");
        end(3, "sent");
    }

    /** As the bridges do: the row, then its final state. */
    private void receive(long sequence, String payload) throws SQLException {
        String created = value("select created_at::text from c4i.outbox where sequence = " + sequence);
        execute(
                destination,
                "insert into c4i.inbox (received_id, received_at, origin_system, origin_sequence, topic_id, precedence,"
                        + " destinations, created_at, label, subject, payload) values (nextval('c4i.inbox_sequence'), now(), '"
                        + origin.system() + "', " + sequence + ", '" + RELIABLE + "', 3, array['X'], '" + created
                        + "', '', '', '" + payload + "')");
        end(sequence, "delivered");
    }

    private void end(long sequence, String state) throws SQLException {
        execute(
                origin,
                "insert into c4i.delivery (sequence, created_at, destination, state, code, detail) select sequence, created_at, '"
                        + destination.system() + "', '" + state + "', "
                        + (state.equals("rejected") ? "'GW-999', 'why'" : "null, ''")
                        + " from c4i.outbox where sequence = " + sequence + " on conflict do nothing");
    }

    private String value(String sql) throws SQLException {
        try (Connection connection = origin.openOwner();
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
