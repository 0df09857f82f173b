package org.c4igateway.dbbridge.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.adopt.MappingFile;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.inbox.JdbcInbox;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of a server elsewhere, on a real one: whatever step a node dies at, each row is a message once. */
abstract class TableBridgeCases {
    private static final String TAKEN = "taken: {status: \"21\"}";

    @TempDir
    Path directory;

    private TestDatabase database;
    private TableMeters meters = new TableMeters(new SimpleMeterRegistry(), InstantSource.system());
    private TableBridge bridge;
    private JdbcInbox inbox;

    abstract String url(TestDatabase database);

    /** Runs one statement there. */
    abstract void elsewhere(String sql) throws SQLException;

    /** @return first column of all rows */
    abstract List<String> read(String sql) throws SQLException;

    abstract void prepare(TestDatabase database) throws SQLException;

    @BeforeEach
    void open(TestDatabase database) throws SQLException, IOException {
        this.database = database;
        prepare(database);
        elsewhere("CREATE TABLE legacy.tx (unit integer NOT NULL, no bigint NOT NULL, kind integer, urgency integer,"
                + " status integer, body varchar(200), valid_until bigint, PRIMARY KEY (unit, no))");
        elsewhere("CREATE TABLE legacy.rx (origin varchar(32) NOT NULL, no bigint NOT NULL, kind integer NOT NULL,"
                + " body varchar(20), UNIQUE (origin, no))");
        inbox = new JdbcInbox(database.bridgePool(), () -> 0, EdgeText.UTF_8);
        bridge = bridge(TAKEN);
    }

    @AfterEach
    void close() {
        bridge.close();
    }

    private TableBridge bridge(String how) throws IOException {
        Path file = Files.writeString(directory.resolve("map.yaml"), """
                name: legacy
                outbound:
                  tx:
                    table: legacy.tx
                    key: [unit, no]
                    when: status = 20
                    %s
                    topic: CASE kind WHEN 17 THEN 'A004' WHEN 23 THEN 'J095' END
                    precedence: CASE WHEN urgency > 5 THEN 0 ELSE 3 END
                    destinations: "'BRAVO'"
                    payload: body
                    expires-at: valid_until
                inbound:
                  rx:
                    table: legacy.rx
                    unique-by: [origin, no]
                    when: topic_id <> 'J071'
                    columns:
                      origin: origin_system
                      no: origin_sequence
                      kind: CASE topic_id WHEN 'A004' THEN 17 WHEN 'J095' THEN 23 END
                      body: payload_text
                """.formatted(how));
        meters = new TableMeters(new SimpleMeterRegistry(), InstantSource.system());
        TableSettings settings = new TableSettings(
                "there",
                url(database),
                user(),
                "",
                Duration.ofSeconds(1),
                3,
                MappingFile.read(file).requireForBridge(),
                new SystemName("ALPHA"));
        return new TableBridge(settings, database.bridgePool(), () -> 0, meters);
    }

    String user() {
        return "root";
    }

    private void insert(long no, int kind, String body) throws SQLException {
        elsewhere("INSERT INTO legacy.tx VALUES (1, " + no + ", " + kind + ", 9, 20, '" + body + "', 4102444800)");
    }

    private List<String> outbox() throws SQLException {
        return database.column(
                "SELECT concat_ws('|', topic_id, precedence, array_to_string(destinations, ','),"
                        + " extract(epoch FROM expires_at)::bigint, convert_from(payload, 'UTF8')) FROM c4i.outbox ORDER BY sequence");
    }

    private void receive(long sequence, String topic, String payload) {
        inbox.write(
                List.of(new Message(
                        new MessageId(new SystemName("BRAVO"), sequence),
                        topic,
                        Precedence.ROUTINE,
                        List.of(new SystemName("ALPHA")),
                        Instant.parse("2026-11-21T12:34:56.123456Z"),
                        Instant.MAX,
                        "",
                        "",
                        payload.getBytes(StandardCharsets.UTF_8))),
                List.of(),
                Map.of());
    }

    private void assertNoProblem() {
        assertThat(meters.problems().values()).containsOnly("");
    }

    @Test
    void takesEachRowOnceAndMarksIt() throws SQLException {
        for (int no = 1; no <= 7; no++) {
            insert(no, 17, "적 " + no);
        }
        elsewhere("UPDATE legacy.tx SET status = 10 WHERE no = 7");

        bridge.turn();
        bridge.turn();

        assertNoProblem();
        assertThat(outbox())
                .hasSize(6)
                .startsWith("A004|0|BRAVO|4102444800|적 1")
                .endsWith("A004|0|BRAVO|4102444800|적 6");
        assertThat(read("SELECT status FROM legacy.tx ORDER BY no"))
                .containsExactly("21", "21", "21", "21", "21", "21", "10");
    }

    @Test
    void recognisesARowThatWasSubmittedAndNotYetMarked() throws SQLException {
        insert(1, 17, "one");
        bridge.turn();
        elsewhere("UPDATE legacy.tx SET status = 20");
        insert(2, 17, "two");

        bridge.turn();

        assertThat(outbox()).hasSize(2);
        assertThat(read("SELECT status FROM legacy.tx")).containsOnly("21");
    }

    @Test
    void parksARowThatIsNoMessageWithItsKeyAndGoesOn() throws SQLException {
        insert(1, 17, "one");
        insert(2, 99, "of no kind");
        insert(3, 23, "three");

        bridge.turn();
        elsewhere("UPDATE legacy.tx SET status = 20");
        bridge.turn();

        assertNoProblem();
        assertThat(outbox()).hasSize(2);
        assertThat(database.column(
                        "SELECT concat_ws('|', direction, source, code, reason, convert_from(payload, 'UTF8'))"
                                + " FROM c4i.dead_letter"))
                .containsExactly(
                        "outbound|table there.tx|GW-406|row 1, 2: topic '' does not have 1 to 64 characters|of no kind");
        assertThat(read("SELECT status FROM legacy.tx")).containsOnly("21");
    }

    @Test
    void readsOnByAWatermarkWhereItMayWriteNothingAndFindsRowsThatCameLate() throws SQLException, IOException {
        bridge.close();
        bridge = bridge("watermark: no\n    overlap: 10");
        insert(100, 17, "hundred");
        insert(103, 17, "later");
        bridge.turn();
        insert(95, 17, "committed late");
        insert(104, 17, "next");

        bridge.turn();
        bridge.turn();

        assertNoProblem();
        assertThat(outbox())
                .extracting(row -> row.substring(row.lastIndexOf('|') + 1))
                .containsExactly("hundred", "later", "committed late", "next");
        assertThat(read("SELECT status FROM legacy.tx")).containsOnly("20");
    }

    @Test
    void showsARowWithoutAWatermarkInsteadOfPassingItOver() throws SQLException, IOException {
        bridge.close();
        bridge = bridge("watermark: kind");
        insert(1, 17, "one");
        bridge.turn();
        elsewhere("INSERT INTO legacy.tx VALUES (1, 2, NULL, 9, 20, 'no kind', NULL)");

        bridge.turn();

        assertThat(meters.problems().get("there.tx")).isEqualTo("GW-408 the watermark of a row is null");
    }

    @Test
    void bringsEachMessageOnceAlsoWhenItsPositionWasNotSaved() throws SQLException {
        for (int sequence = 1; sequence <= 5; sequence++) {
            receive(sequence, "A004", "하나 " + sequence);
        }
        receive(6, "J071", "for others");
        bridge.turn();
        database.execute("DELETE FROM c4i.table_position");
        receive(7, "J095", "seven");

        bridge.turn();

        assertNoProblem();
        assertThat(read("SELECT concat(origin, '|', no, '|', kind, '|', body) FROM legacy.rx ORDER BY no"))
                .hasSize(6)
                .startsWith("BRAVO|1|17|하나 1")
                .endsWith("BRAVO|7|23|seven");
        assertThat(database.column("SELECT code FROM c4i.dead_letter")).isEmpty();
    }

    @Test
    void parksAMessageThatTheTableRefusesAndGoesOn() throws SQLException {
        receive(1, "A004", "one");
        receive(2, "A004", "longer than the column of the table is");
        receive(3, "A004", "three");

        bridge.turn();

        assertNoProblem();
        assertThat(read("SELECT body FROM legacy.rx ORDER BY no")).containsExactly("one", "three");
        assertThat(database.column("SELECT concat_ws('|', direction, source, code, origin_system, origin_sequence)"
                        + " FROM c4i.dead_letter"))
                .containsExactly("inbound|table there.rx|GW-407|BRAVO|2");
    }

    @Test
    void bringsNothingToATableThatCannotTellAMessageFromItsCopy() throws SQLException {
        elsewhere("DROP TABLE legacy.rx");
        elsewhere("CREATE TABLE legacy.rx (origin varchar(32), no bigint, kind integer, body varchar(20))");
        receive(1, "A004", "one");

        bridge.turn();

        assertThat(meters.problems().get("there.rx")).contains("GW-408").contains("no unique index");
        assertThat(read("SELECT body FROM legacy.rx")).isEmpty();
    }

    @Test
    void showsATableThatCannotBeReadAndGoesOnWhenItCan() throws SQLException {
        elsewhere("ALTER TABLE legacy.tx RENAME TO " + renamed("away"));
        bridge.turn();
        assertThat(meters.problems().get("there.tx")).startsWith("GW-408 ");
        assertThat(meters.problems().get("there.rx")).isEmpty();

        elsewhere("ALTER TABLE legacy.away RENAME TO " + renamed("tx"));
        insert(1, 17, "one");
        bridge.turn();

        assertNoProblem();
        assertThat(outbox()).hasSize(1);
    }

    String renamed(String table) {
        return "legacy." + table;
    }
}
