package org.c4igateway.dbbridge.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.store.Inbox.Written;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.inbox.JdbcInbox;
import org.c4igateway.topics.TopicCatalogue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A row for which an expression of the mapping fails does not fail the server's statement, and is not lost. */
@ExtendWith(PostgresExtension.class)
class AdoptionRefusalTest {
    private TestDatabase database;
    private LegacyServer server;
    private long arrived;

    @BeforeEach
    void open(TestDatabase database) throws SQLException {
        this.database = database;
        server = new LegacyServer(database);
        database.execute("CREATE TABLE legacy.note (unit_no integer, no integer, kind text, body text)");
        database.execute("GRANT SELECT, INSERT, UPDATE ON legacy.note TO legacy_app");
    }

    private static MappingFile map(String on, String when, String payload) {
        return MappingFile.parse("map.yaml", """
                name: notes
                outbound:
                  notes:
                    table: legacy.note
                    key: [unit_no, no]
                    on: %s
                    when: %s
                    topic: "'A004'"
                    precedence: "3"
                    destinations: "'BRAVO'"
                    payload: %s
                """.formatted(on, when, payload));
    }

    private List<String> letters() throws SQLException {
        return database.column("SELECT concat_ws('|', direction, source, code, reason, convert_from(payload, 'UTF8'))"
                + " FROM c4i.dead_letter ORDER BY id");
    }

    private List<String> sent() throws SQLException {
        return database.column("SELECT convert_from(payload, 'UTF8') FROM c4i.outbox ORDER BY sequence");
    }

    @Test
    void parksARowForWhichTheConditionFailsAndGoesOn() throws SQLException {
        server.adopt(map("insert", "kind::integer = 17", "body"));

        server.execute("INSERT INTO legacy.note VALUES (1, 1, '17', 'one'), (1, 2, 'x', 'two'), (1, 3, '17', 'three')");

        assertThat(sent()).containsExactly("one", "three");
        assertThat(letters())
                .containsExactly("outbound|adopt notes.notes|GW-406|row 1, 2: invalid input syntax for type integer:"
                        + " \"x\"|two");
        assertThat(database.number("SELECT count(*) FROM legacy.note")).isEqualTo(3);
    }

    @Test
    void parksARowForWhichThePayloadFails() throws SQLException {
        server.adopt(map("insert", "true", "(100 / no)::text"));

        server.execute("INSERT INTO legacy.note VALUES (1, 0, '17', 'one'), (NULL, 2, 'x', 'two')");

        assertThat(sent()).containsExactly("50");
        assertThat(letters()).containsExactly("outbound|adopt notes.notes|GW-406|row 1, 0: division by zero|");
    }

    @Test
    void parksWithTheTransactionOfTheRow() throws SQLException {
        server.adopt(map("insert", "kind::integer = 17", "body"));

        server.execute("BEGIN", "INSERT INTO legacy.note VALUES (1, 2, 'x', 'two')", "ROLLBACK");

        assertThat(letters()).isEmpty();
    }

    @Test
    void sendsARowThatWasParkedWhenItIsMended() throws SQLException {
        server.adopt(map("[insert, update]", "kind::integer = 17", "body"));

        server.execute("INSERT INTO legacy.note VALUES (1, NULL, 'x', 'two')");
        server.execute("UPDATE legacy.note SET body = 'again'");
        server.execute("UPDATE legacy.note SET kind = '17', body = 'mended'");

        assertThat(sent()).containsExactly("mended");
        assertThat(letters()).singleElement().asString().contains("|row 1, null: ");
    }

    @Test
    void parksAnUpdatedRowWhoseConditionFailed() throws SQLException {
        server.adopt(map("update", "kind::integer = 17", "body"));

        server.execute("INSERT INTO legacy.note VALUES (1, 2, 'x', 'two')");
        server.execute("UPDATE legacy.note SET body = 'again'");

        assertThat(sent()).isEmpty();
        assertThat(letters()).singleElement().asString().endsWith("|again");
    }

    @Test
    void refusesTheStatementWhileTheMappingItselfCannotBeExecuted() throws SQLException {
        database.execute("CREATE TABLE legacy.kinds (kind text, no integer)");
        server.adopt(MappingFile.parse("map.yaml", """
                name: notes
                outbound:
                  notes:
                    table: legacy.note
                    key: [no]
                    topic: "'A004'"
                    precedence: "3"
                    destinations: (SELECT 'BRAVO' FROM legacy.kinds AS k WHERE k.kind = t.kind)
                    payload: body
                reads: [legacy.kinds]
                """));
        database.execute("DROP TABLE legacy.kinds");

        assertThatThrownBy(() -> server.execute("INSERT INTO legacy.note VALUES (1, 2, 'x', 'two')"))
                .hasMessageContaining("legacy.kinds");
        assertThat(letters()).isEmpty();
    }

    @Test
    void parksAMessageForWhichTheConditionOfATableFails() throws SQLException {
        server.adopt(MappingFile.parse("map.yaml", """
                name: notes
                inbound:
                  notes:
                    table: legacy.note
                    when: payload_text::integer > 0
                    columns: {no: origin_sequence, body: payload_text}
                """));

        Written written = receive("BRAVO", "1", "x", "3");

        assertThat(written.parked())
                .singleElement()
                .satisfies(parked -> assertThat(parked.key().id().sequence()).isEqualTo(2));
        assertThat(database.column("SELECT body FROM legacy.note ORDER BY no")).containsExactly("1", "3");
    }

    /** A batch of messages, numbered on from those before. */
    private Written receive(String origin, String... payloads) {
        List<Message> batch = new ArrayList<>();
        for (String payload : payloads) {
            arrived++;
            batch.add(LegacyServer.message(origin, arrived, "A004", payload));
        }
        return new JdbcInbox(database.bridgePool(), () -> 0, EdgeText.UTF_8).write(batch, List.of(), Map.of());
    }

    /** All of the last rows are of the system that the C4I server no longer knows by its name. */
    @Test
    void parksMessagesOfASystemThatTheServerRenamedAndTakesThoseOfOthers() throws SQLException {
        server.adopt(LegacyServer.map());
        receive("CHARLIE", "from CHARLIE");
        receive("BRAVO", IntStream.rangeClosed(1, 30).mapToObj(i -> "m" + i).toArray(String[]::new));
        database.execute("UPDATE legacy.unit SET c4i_name = 'BRAVO-2' WHERE unit_no = 2");

        assertThat(receive("BRAVO", "renamed").parked()).singleElement().satisfies(parked -> {
            assertThat(parked.code()).isEqualTo(ErrorCode.DATABASE_REFUSED);
            assertThat(parked.detail()).contains("from_unit");
        });
        receive("CHARLIE", "FLASH");

        assertThat(server.received()).hasSize(32).last().asString().endsWith("FLASH");
    }

    /** The row that is tried once more is there already, which such a constraint says at the end. */
    @Test
    void parksTheOneMessageThatConflictsInATableWithADeferredConstraint() throws SQLException {
        database.execute("ALTER TABLE legacy.note ADD UNIQUE (body) DEFERRABLE INITIALLY DEFERRED");
        server.adopt(MappingFile.parse("map.yaml", """
                name: notes
                inbound:
                  notes:
                    table: legacy.note
                    columns: {no: origin_sequence, body: payload_text}
                """));
        receive("BRAVO", "one");
        database.execute("INSERT INTO legacy.note (body) VALUES ('typed in by hand')");

        assertThat(receive("BRAVO", "typed in by hand").parked()).hasSize(1);
        assertThat(receive("BRAVO", "two", "one", "three").parked()).hasSize(1);

        assertThat(database.column("SELECT body FROM legacy.note WHERE no > 0 ORDER BY no"))
                .containsExactly("one", "two", "three");
    }

    @Test
    void checkNamesTheRowsForWhichTheConditionFails() throws SQLException {
        server.execute("INSERT INTO legacy.note VALUES (1, 1, '17', 'one'), (NULL, 2, 'x', 'two'), (1, 3, '9', 'no')");
        MappingFile map = map("insert", "kind::integer = 17", "body");
        try (Connection connection = database.owner();
                AdoptionCheck check = new AdoptionCheck(connection, map, TopicCatalogue.reference())) {
            assertThat(check.findings()).isEmpty();
            List<SampleRow> rows = check.samples(map.outbound().getFirst());
            assertThat(rows).extracting(SampleRow::key).containsExactly("1, 1", "null, 2");
            assertThat(rows.getFirst().problems()).isEmpty();
            assertThat(rows.getLast().problems())
                    .containsExactly("when: ERROR: invalid input syntax for type integer: \"x\"");
        }
    }

    @Test
    void checkNamesNoMoreRowsThanAreOfUse() throws SQLException {
        server.execute("INSERT INTO legacy.note SELECT 1, n, 'x', 'body' FROM generate_series(1, 12) AS n");
        assertThat(samples(map("insert", "kind::integer = 17", "body"))).hasSize(10);
    }

    /** No single row shows the fault, so the whole condition is said to have it. */
    @Test
    void checkTellsOfAConditionThatFailedOnlyOnce() throws SQLException {
        server.execute("INSERT INTO legacy.note VALUES (1, 1, '17', 'one')");
        String once = "(SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()) > 0"
                + " OR (pg_advisory_lock(1) IS NOT NULL AND 1 / (no - no) = 1)";
        assertThat(samples(map("insert", once, "body")))
                .containsExactly(SampleRow.unusable("", "ERROR: division by zero"));
    }

    private List<SampleRow> samples(MappingFile map) throws SQLException {
        try (Connection connection = database.owner();
                AdoptionCheck check = new AdoptionCheck(connection, map, TopicCatalogue.reference())) {
            return check.samples(map.outbound().getFirst());
        }
    }
}
