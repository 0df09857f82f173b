package org.c4igateway.dbbridge.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.inbox.JdbcInbox;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an operator runs to put the triggers of a mapping into a database. */
@ExtendWith(PostgresExtension.class)
class AdoptionScriptTest {
    private TestDatabase database;
    private LegacyServer server;

    @BeforeEach
    void open(TestDatabase database) throws SQLException {
        this.database = database;
        server = new LegacyServer(database);
    }

    @Test
    void isOneTransactionThatWaitsForNoTableForLong() {
        assertThat(new AdoptionScript(LegacyServer.map()).installation())
                .containsOnlyOnce("\nBEGIN;\nSET LOCAL lock_timeout = '5s';\n")
                .endsWith("COMMIT;\n");
    }

    /** The triggers would fail later, with the first row. */
    @ParameterizedTest
    @CsvSource({
        "from_no: origin_sequence, from_no: origin_system, expression is of type text",
        "when: status = 20, when: status, 'when is smallint, not boolean'",
        "body: payload_text, text: payload_text, column \"text\" of relation \"rx_message\" does not exist"
    })
    void installsNothingThatDoesNotFitTheTables(String from, String to, String complaint) throws SQLException {
        MappingFile map =
                MappingFile.parse("map.yaml", LegacyServer.text("map.yaml").replace(from, to));

        assertThatThrownBy(() -> server.adopt(map)).hasMessageContaining(complaint);

        assertThat(database.column("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgrelid::regclass::text"
                        + " LIKE 'legacy.%'"))
                .isEmpty();
    }

    @Test
    void letsItsTriggersUseTheSchemasThatTheMappingNames() throws SQLException {
        for (String sql : List.of(
                "CREATE SCHEMA outgoing",
                "CREATE TYPE outgoing.kind AS ENUM ('draft', 'final')",
                "CREATE TABLE outgoing.note (no integer, kind outgoing.kind, body text)",
                "GRANT USAGE ON SCHEMA outgoing TO legacy_app",
                "GRANT INSERT ON outgoing.note TO legacy_app",
                "CREATE SCHEMA incoming",
                "CREATE TABLE incoming.note (no integer, body text)",
                "CREATE SCHEMA names",
                "CREATE TABLE names.unit AS SELECT 7 AS no, 'BRAVO' AS name",
                "CREATE SCHEMA numbers",
                "CREATE SEQUENCE numbers.next START 41")) {
            database.execute(sql);
        }
        server.adopt(MappingFile.parse("map.yaml", """
                name: notes
                outbound:
                  sent:
                    table: outgoing.note
                    key: [no]
                    when: kind = 'final'::outgoing.kind
                    topic: "'A004'"
                    precedence: "3"
                    destinations: (SELECT u.name FROM names.unit AS u WHERE u.no = t.no)
                    payload: body
                inbound:
                  received:
                    table: incoming.note
                    columns: {no: nextval('numbers.next'), body: payload_text}
                reads: [names.unit]
                sequences: [numbers.next]
                """));

        server.execute("INSERT INTO outgoing.note VALUES (7, 'draft', 'not yet'), (7, 'final', 'sent')");
        var _ = new JdbcInbox(database.bridgePool(), () -> 0, EdgeText.UTF_8)
                .write(List.of(LegacyServer.message("BRAVO", 1, "A004", "received")), List.of(), Map.of());

        assertThat(server.outbox()).containsExactly("A004|3|BRAVO||sent");
        assertThat(database.column("SELECT no || body FROM incoming.note")).containsExactly("41received");
    }
}
