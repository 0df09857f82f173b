package org.c4igateway.dbbridge.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.store.Inbox.Written;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.inbox.JdbcInbox;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The triggers of the example: a server that knows its own tables only sends and receives. */
@ExtendWith(PostgresExtension.class)
class AdoptionTest {
    private static final String INSERT =
            "INSERT INTO legacy.tx_message (unit_no, to_unit, kind, urgency, status, body)";

    private TestDatabase database;
    private LegacyServer server;
    private JdbcInbox inbox;

    @BeforeEach
    void open(TestDatabase database) throws SQLException {
        this.database = database;
        server = new LegacyServer(database);
        inbox = new JdbcInbox(database.bridgePool(), () -> 0, EdgeText.UTF_8);
    }

    private static Message message(long sequence, String topic, String payload) {
        return LegacyServer.message("BRAVO", sequence, topic, payload);
    }

    @Test
    void submitsARowInTheTransactionThatInsertsIt() throws SQLException {
        server.adopt(LegacyServer.map());

        server.execute(INSERT + " VALUES (1, 2, 17, 9, 20, '적 탱크')");
        server.execute("BEGIN", INSERT + " VALUES (1, 3, 23, 1, 20, 'rolled back')", "ROLLBACK");

        assertThat(server.outbox()).containsExactly("A004|0|BRAVO|unit 1|적 탱크");
    }

    @Test
    void submitsARowOnceWhenItBeginsToFulfilTheCondition() throws SQLException {
        server.adopt(LegacyServer.map());
        server.execute(INSERT + " VALUES (1, 3, 23, 4, 10, 'draft')");
        assertThat(server.outbox()).isEmpty();

        server.execute("UPDATE legacy.tx_message SET status = 20, body = 'final'");
        server.execute("UPDATE legacy.tx_message SET urgency = 9");

        assertThat(server.outbox()).containsExactly("J095|2|CHARLIE|unit 1|final");
    }

    @Test
    void takesTheExpiryWithItsTimeZone() throws SQLException {
        server.adopt(LegacyServer.map());

        server.execute("SET TimeZone = 'America/New_York'", """
                INSERT INTO legacy.tx_message (unit_no, to_unit, kind, urgency, status, body, valid_until)
                VALUES (1, 2, 17, 9, 20, 'x', '2099-01-01 09:00')""");

        assertThat(database.column("SELECT expires_at AT TIME ZONE 'UTC' FROM c4i.outbox"))
                .containsExactly("2099-01-01 00:00:00");
    }

    @Test
    void namesMappingRowAndFieldWhenARowCannotBeAMessage() throws SQLException {
        server.adopt(LegacyServer.map());

        assertThatThrownBy(() -> server.execute("""
                INSERT INTO legacy.tx_message (unit_no, msg_no, to_unit, kind, urgency, status)
                VALUES (1, 4711, 2, 99, 9, 20)"""))
                .hasMessageContaining("mapping messages: row 1, 4711 has no topic, payload");
    }

    @Test
    void deliversInTheTransactionOfTheInbox() throws SQLException {
        server.adopt(LegacyServer.map());

        inbox.write(List.of(message(1, "A004", "하나"), message(2, "J071", "not for this table")), List.of(), Map.of());
        inbox.write(List.of(message(1, "A004", "하나"), message(3, "J095", "three")), List.of(), Map.of());

        assertThat(server.received()).containsExactly("1|1|2|1|17|6|50|하나", "1|2|2|3|23|6|50|three");
        assertThat(database.number("SELECT count(*) FROM c4i.received")).isEqualTo(3);
    }

    @Test
    void parksTheOneMessageThatTheTableRefuses() throws SQLException {
        server.adopt(LegacyServer.map());
        inbox.write(List.of(message(1, "A004", "first")), List.of(), Map.of());
        server.execute("INSERT INTO legacy.rx_message VALUES (1, 100, 2, 15, 17, 1, 50, 'typed in by hand')");

        Written written = inbox.write(
                LongStream.rangeClosed(10, 20)
                        .mapToObj(sequence -> message(sequence, "A004", "m" + sequence))
                        .toList(),
                List.of(),
                Map.of());

        assertThat(written.parked()).singleElement().satisfies(parked -> {
            assertThat(parked.key().id().sequence()).isEqualTo(15);
            assertThat(parked.detail()).contains("rx_message_from_unit_from_no_key");
        });
        assertThat(server.received()).hasSize(12);
    }

    @Test
    void waitsWhenTheTableTakesNothing() throws SQLException {
        server.adopt(LegacyServer.map());
        inbox.write(List.of(message(1, "A004", "first")), List.of(), Map.of());
        database.execute("ALTER TABLE legacy.rx_message RENAME TO away");

        assertThatThrownBy(() -> inbox.write(List.of(message(2, "A004", "second")), List.of(), Map.of()))
                .hasMessageContaining("rx_message");

        database.execute("ALTER TABLE legacy.away RENAME TO rx_message");
        inbox.write(List.of(message(2, "A004", "second")), List.of(), Map.of());
        assertThat(server.received()).hasSize(2);
        assertThat(database.column("SELECT code FROM c4i.dead_letter")).isEmpty();
    }

    @Test
    void replacesARowByItsKeyInTheOrderOfArrival() throws SQLException {
        database.execute("CREATE TABLE legacy.latest (origin text PRIMARY KEY, body text, n bigint)");
        server.adopt(MappingFile.parse("map.yaml", """
                name: latest
                inbound:
                  latest:
                    table: legacy.latest
                    upsert-by: [origin]
                    columns: {origin: origin_system, body: payload_text, n: origin_sequence}
                """));

        inbox.write(List.of(message(1, "A004", "one"), message(2, "A004", "two")), List.of(), Map.of());
        inbox.write(List.of(message(3, "A004", "three")), List.of(), Map.of());

        assertThat(database.column("SELECT concat_ws('|', origin, body, n) FROM legacy.latest"))
                .containsExactly("BRAVO|three|3");
    }

    @Test
    void givesTheServerNoRightInTheSchemaOfTheGatewayAndTheNodeNoneInItsTables() throws SQLException {
        server.adopt(LegacyServer.map());

        assertThat(database.column("SELECT has_schema_privilege('legacy_app', 'c4i', 'USAGE') OR"
                        + " has_schema_privilege('legacy_app', 'c4i_adopt_legacy', 'USAGE') OR"
                        + " has_schema_privilege('test_bridge', 'legacy', 'USAGE') OR"
                        + " has_function_privilege('test_app', 'c4i_adopt_legacy.out_messages()', 'EXECUTE')"))
                .containsExactly("f");
        assertThat(database.column(
                        "SELECT p.proname || ' ' || p.prosecdef || ' ' || p.proconfig::text FROM pg_proc AS p"
                                + " WHERE p.pronamespace = 'c4i_adopt_legacy'::regnamespace ORDER BY 1"))
                .containsExactly(
                        "in_received true {\"search_path=pg_catalog, pg_temp\",c4i.delivering=on}",
                        "out_messages true {\"search_path=pg_catalog, pg_temp\"}");
        assertThat(database.column("SELECT privilege_type FROM information_schema.table_privileges"
                        + " WHERE grantee = 'c4i_adopt_legacy' AND table_name <> 'unit'"))
                .isEmpty();
    }

    @Test
    void canBeInstalledAgainAndRemovedWithoutATrace() throws SQLException {
        server.adopt(LegacyServer.map());
        server.adopt(LegacyServer.map());

        database.execute(new AdoptionScript(LegacyServer.map()).removal());
        database.execute(new AdoptionScript(LegacyServer.map()).removal());

        server.execute(INSERT + " VALUES (1, 2, 17, 9, 20, 'kept by the server alone')");
        assertThat(server.outbox()).isEmpty();
        assertThat(database.column("SELECT tgname FROM pg_trigger WHERE tgname LIKE 'c4i_legacy%' UNION ALL"
                        + " SELECT nspname FROM pg_namespace WHERE nspname LIKE 'c4i_adopt%'"))
                .isEmpty();
    }

    @Test
    void takesNamesForNamesWhateverIsInThem() throws SQLException {
        String evil = "x\"; DROP TABLE legacy.unit; --";
        String quoted = '"' + evil.replace("\"", "\"\"") + '"';
        database.execute("CREATE TABLE legacy." + quoted + " (" + quoted + " text, \"Body\" text)");
        database.execute("GRANT INSERT ON legacy." + quoted + " TO legacy_app");
        String yaml = """
                name: odd
                outbound:
                  odd:
                    table: 'legacy.%1$s'
                    key: ['%1$s']
                    topic: "'A004'"
                    precedence: "3"
                    destinations: "'BRAVO, CHARLIE'"
                    payload: '"Body"'
                inbound:
                  odd:
                    table: 'legacy.%1$s'
                    columns: {'%1$s': payload_text}
                """.formatted(quoted);
        server.adopt(MappingFile.parse("odd.yaml", yaml));

        server.execute("INSERT INTO legacy." + quoted + " VALUES ('k', 'text')");
        inbox.write(List.of(message(1, "A004", "in")), List.of(), Map.of());

        assertThat(server.outbox()).containsExactly("A004|3|BRAVO,CHARLIE||text");
        assertThat(database.column("SELECT count(*) FROM legacy.unit UNION ALL SELECT count(*) FROM legacy." + quoted
                        + " WHERE " + quoted + " = 'in'"))
                .containsExactly("3", "1");
    }

    @Test
    void neverSendsADeliveredMessageOnWhenOneTableServesBothDirections() throws SQLException {
        database.execute("CREATE TABLE legacy.all_messages (body text)");
        server.adopt(MappingFile.parse("map.yaml", """
                name: both
                outbound:
                  all: {table: legacy.all_messages, key: [body], topic: "'A004'", precedence: "3", destinations: "'BRAVO'", payload: body}
                inbound:
                  all: {table: legacy.all_messages, columns: {body: payload_text}}
                """));

        inbox.write(List.of(message(1, "A004", "received")), List.of(), Map.of());
        database.execute("INSERT INTO legacy.all_messages VALUES ('written')");

        assertThat(server.outbox()).containsExactly("A004|3|BRAVO||written");
        assertThat(database.number("SELECT count(*) FROM legacy.all_messages")).isEqualTo(2);
    }

    @Test
    void publishesARowThatNamesNoDestination() throws SQLException {
        database.execute("CREATE TABLE legacy.news (no integer, body text)");
        database.execute("GRANT INSERT ON legacy.news TO legacy_app");
        database.execute("INSERT INTO c4i.subscriber (system, pattern, transport)"
                + " VALUES ('BRAVO', 'A*', 'jms'), ('CHARLIE', 'A004', 'dds'), ('DELTA', 'J*', 'jms')");
        server.adopt(MappingFile.parse("map.yaml", """
                name: news
                outbound:
                  news: {table: legacy.news, key: [no], topic: "'A004'", precedence: "1", publish: true, payload: body}
                """));

        server.execute("BEGIN", "INSERT INTO legacy.news VALUES (1, 'rolled back')", "ROLLBACK");
        server.execute("INSERT INTO legacy.news VALUES (2, '소식')");

        assertThat(database.column("SELECT c4i.route_publications(0, 100)")).containsExactly("1");
        assertThat(server.outbox()).containsExactly("A004|1|BRAVO,CHARLIE||소식");
        assertThat(database.column("SELECT has_function_privilege('c4i_adopt_news', p.oid, 'EXECUTE')"
                        + " FROM pg_proc AS p WHERE p.pronamespace = 'c4i'::regnamespace AND p.proname = 'submit'"))
                .containsOnly("f");
    }

    @Test
    void installsNothingWhenATypeDoesNotFit() {
        String yaml = LegacyServer.text("map.yaml").replace("valid_until AT TIME ZONE 'Asia/Seoul'", "valid_until");

        assertThatThrownBy(() -> server.adopt(MappingFile.parse("map.yaml", yaml)))
                .hasMessageContaining("mapping messages: expires-at is timestamp without time zone,"
                        + " not timestamp with time zone");
    }

    /** An update that moves a row to another partition would send it again, or not at all. */
    @ParameterizedTest
    @ValueSource(strings = {"legacy.log", "legacy.log_sent"})
    void refusesToSendFromAPartitionedTable(String table) throws SQLException {
        database.execute("CREATE TABLE legacy.log (no integer, status integer, body text) PARTITION BY LIST (status);"
                + " CREATE TABLE legacy.log_sent PARTITION OF legacy.log FOR VALUES IN (20)");

        assertThatThrownBy(() -> server.adopt(MappingFile.parse("map.yaml", """
                        name: log
                        outbound:
                          log: {table: %s, key: [no], topic: "'A004'", precedence: "3", destinations: "'BRAVO'", payload: body}
                        """.formatted(table))))
                .hasMessageContaining("mapping log: " + table + " is partitioned or a partition");
        assertThat(database.column("SELECT nspname FROM pg_namespace WHERE nspname = 'c4i_adopt_log'"))
                .isEmpty();
    }
}
