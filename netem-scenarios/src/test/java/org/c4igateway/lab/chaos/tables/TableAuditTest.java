package org.c4igateway.lab.chaos.tables;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.lab.history.AuditResult;
import org.c4igateway.lab.history.RunHistory.Submit;
import org.c4igateway.lab.history.Violation.Kind;
import org.c4igateway.lab.testbed.database.DatabaseServer;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;
import org.c4igateway.lab.testbed.load.MessageLoad;
import org.c4igateway.topics.TopicCatalogue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a table bridge may do wrong to the tables of two servers is found. */
@TestInstance(Lifecycle.PER_CLASS)
@Tag("slow")
class TableAuditTest {
    private static final int ROWS = 6;
    private static final String TOPIC = "A001";

    private final TableAudit audit = new TableAudit(TopicCatalogue.reference());

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
    void exchangeRows(@TempDir Path directory) throws IOException, SQLException {
        pairs++;
        origin = server.create("A" + pairs);
        destination = server.create("B" + pairs);
        ServerTables.install(origin, directory);
        ServerTables.install(destination, directory);
        try (Connection connection = origin.openApp()) {
            for (int i = 0; i < ROWS; i++) {
                ServerTables.insert(connection, message(i), "S", List.of(destination.system()), i % 2 == 0);
            }
        }
        change(origin, "update server.tx set taken = true, state = 'delivered', detail = ''");
        try (Connection connection = destination.openOwner();
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < ROWS; i++) {
                statement.execute("insert into server.rx (origin, sequence, tx_id, topic, precedence, subject, payload)"
                        + " values ('%s', %d, %d, '%s', 1, 'S', '%s')"
                                .formatted(origin.system(), 100 + i, 1 + i, TOPIC, "row " + i));
            }
        }
    }

    private static MessageLoad.Message message(int number) {
        return new MessageLoad.Message(TOPIC, Precedence.ofCode(1), ("row " + number).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void findsNothingWhereEachRowArrivedAndHasItsFinalState() throws SQLException {
        AuditResult result = audited();

        assertThat(result.report()).isEmpty();
        assertThat(result.counts().reliable())
                .as("counted by outboxes and inboxes")
                .isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            LOST         | delete from server.rx where tx_id = 3
            DOUBLED      | insert into server.rx (origin, sequence, tx_id, topic, precedence, subject, payload) select origin, 999, tx_id, topic, precedence, subject, payload from server.rx where tx_id = 3
            ALTERED      | update server.rx set payload = 'other' where tx_id = 3
            UNKNOWN      | insert into server.rx (origin, sequence, tx_id, topic, precedence, subject, payload) select origin, 999, 999, topic, precedence, subject, payload from server.rx where tx_id = 3
            OUT_OF_ORDER | alter table server.rx alter id drop identity; update server.rx set id = 1000 where id = 3
            """)
    void namesWhatIsWrongWithReceivedRows(Kind kind, String change) throws SQLException {
        change(destination, change);

        assertThat(audited().kinds()).containsOnlyKeys(kind);
    }

    @ParameterizedTest
    @CsvSource({"UNSETTLED, ''", "WRONG_STATE, sent"})
    void namesWhatIsWrongWithFinalStates(Kind kind, String state) throws SQLException {
        change(origin, "update server.tx set state = nullif('" + state + "', '') where id = 3");

        assertThat(audited().kinds()).isEqualTo(Map.of(kind, 1L));
    }

    @Test
    void namesARowThatWasCommittedAndIsNotThere() throws SQLException {
        AuditResult result =
                audit.audit(List.of(origin, destination), Map.of(origin.system(), List.of(new Submit(77, "B|x"))));

        assertThat(result.kinds()).isEqualTo(Map.of(Kind.FORGOTTEN, 1L));
    }

    @Test
    void countsWhatIsNotDoneAsPending() throws SQLException {
        change(origin, "update server.tx set state = null where id < 3");

        try (Connection connection = origin.openOwner()) {
            assertThat(ServerTables.pending(connection)).isEqualTo(2);
        }
    }

    private AuditResult audited() throws SQLException {
        return audit.audit(List.of(origin, destination), Map.of());
    }

    private static void change(InterfaceDatabase database, String sql) throws SQLException {
        try (Connection connection = database.openOwner();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
