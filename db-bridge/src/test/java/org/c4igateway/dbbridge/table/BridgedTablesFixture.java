package org.c4igateway.dbbridge.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.c4igateway.core.flow.StepListener;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.adopt.MappingFile;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.inbox.JdbcInbox;
import org.c4igateway.dbbridge.table.access.ForeignDatabase;
import org.c4igateway.dbbridge.table.access.TableMeters;
import org.c4igateway.dbbridge.table.access.TableSettings;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Two tables of a server elsewhere, bridged from and to an interface database in batches of three. */
@TestInstance(Lifecycle.PER_CLASS)
@ExtendWith(PostgresExtension.class)
abstract class BridgedTablesFixture {
    static final String TAKEN = "taken: {status: \"21\"}";
    /** Has no value for rows with the body "two". */
    private static final String FAILS_FOR_TWO =
            "status = 20 AND CASE body WHEN 'two' THEN (SELECT 1 UNION SELECT 2) ELSE 1 END = 1";

    @TempDir
    Path directory;

    private final ForeignServer server;
    private @Nullable TestDatabase database;
    private @Nullable JdbcInbox inbox;
    private @Nullable TableBridge bridge;
    /** Which rows are messages, of the next bridge. */
    String condition = "";

    /** What the payload of a row is, of the next bridge. */
    String payload = "body";

    /** What the text of a received message's row becomes, of the next bridge. */
    String received = "payload_text";

    /** Rows of a batch, of the next bridge. */
    int batchRows = 3;

    /** Called after each step of every bridge. */
    StepListener steps = StepListener.NONE;

    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    /** How far the clock of the meters is ahead. */
    Duration ahead = Duration.ZERO;

    TableMeters meters = new TableMeters(registry, this::now);

    BridgedTablesFixture(ForeignServer server) {
        this.server = server;
    }

    @AfterAll
    void closeServer() {
        server.close();
    }

    private Instant now() {
        return Instant.now().plus(ahead);
    }

    TestDatabase database() {
        return Objects.requireNonNull(database);
    }

    @BeforeEach
    void open(TestDatabase own) throws SQLException, IOException {
        database = own;
        server.clear();
        elsewhere(
                "CREATE TABLE legacy.tx (unit integer NOT NULL, no bigint NOT NULL, kind integer, urgency integer,"
                        + " status integer, body varchar(200), valid_until bigint, fault varchar(100), PRIMARY KEY (unit, no))");
        elsewhere("CREATE TABLE legacy.rx (origin varchar(32) NOT NULL, no bigint NOT NULL, kind integer NOT NULL,"
                + " body varchar(20), UNIQUE (origin, no))");
        inbox = new JdbcInbox(own.bridgePool(), () -> 0, EdgeText.UTF_8);
        condition = "status = 20";
        payload = "body";
        received = "payload_text";
        batchRows = 3;
        ahead = Duration.ZERO;
        steps = StepListener.NONE;
        bridge(TAKEN);
    }

    @AfterEach
    void close() {
        Objects.requireNonNull(bridge).close();
    }

    /** A bridge with these keys of the outbound mapping, instead of the one before. */
    void bridge(String how) throws IOException {
        bridge(how, "destinations: \"'BRAVO'\"");
    }

    /** The same, with whom it sends to. */
    void bridge(String how, String receivers) throws IOException {
        bridgeTo("unique-by: [origin, no]\n    when: topic_id <> 'J071'", how, receivers);
    }

    /** The same, with these keys of the inbound mapping. */
    void bridgeTo(String target, String how, String receivers) throws IOException {
        bridge(how, receivers, target, "origin: origin_system");
    }

    /** Bridges under a condition that fails for rows with the body "two". */
    void fails(String how) throws IOException {
        condition = FAILS_FOR_TWO;
        bridge(how);
    }

    /** The same as at first, but for rows that are replaced by this column. */
    void upsert(String column) throws IOException {
        bridge(TAKEN, "destinations: \"'BRAVO'\"", "upsert-by: [" + column + "]", "");
    }

    private void bridge(String how, String receivers, String target, String column) throws IOException {
        bridgeBy(outbound(how, receivers) + """
                inbound:
                  rx:
                    table: legacy.rx
                    %s
                    columns:
                      %s
                      no: origin_sequence
                      kind: CASE topic_id WHEN 'A004' THEN 17 WHEN 'J095' THEN 23 END
                      body: %s
                """.formatted(target, column, received));
    }

    /** The same as at first, with these keys of the outbound mapping, and without the inbound one. */
    void bridgeOut(String how) throws IOException {
        bridgeBy(outbound(how, "destinations: \"'BRAVO'\""));
    }

    private String outbound(String how, String receivers) {
        return """
                name: legacy
                outbound:
                  tx:
                    table: legacy.tx
                    key: [unit, no]
                    when: %s
                    %s
                    topic: CASE kind WHEN 17 THEN 'A004' WHEN 23 THEN 'J095' END
                    precedence: CASE WHEN urgency > 5 THEN 0 ELSE 3 END
                    %s
                    payload: %s
                    expires-at: valid_until
                """.formatted(condition, how, receivers, payload);
    }

    private void bridgeBy(String map) throws IOException {
        if (bridge != null) {
            bridge.close();
        }
        Path file = Files.writeString(directory.resolve("map.yaml"), map);
        registry = new SimpleMeterRegistry();
        meters = new TableMeters(registry, this::now);
        TableSettings settings = new TableSettings(
                "there",
                server.url(),
                server.user(),
                "",
                Duration.ofSeconds(1),
                batchRows,
                MappingFile.read(file).requireForBridge(),
                new SystemName("ALPHA"));
        bridge = new TableBridge(settings, database().bridgePool(), () -> 0, meters, step -> steps.reached(step));
    }

    /** A session like those of the bridge, the caller's. */
    Connection openElsewhere() throws SQLException {
        return ForeignDatabase.open(server.url(), server.user(), "");
    }

    /** One turn, after which no transaction is open elsewhere that would lock the tables of their server. */
    void turn() throws SQLException {
        Objects.requireNonNull(bridge).turn();
        assertThat(server.openTransactions()).as("transactions left open").isEmpty();
    }

    void rest() {
        Objects.requireNonNull(bridge).rest();
    }

    ForeignServer server() {
        return server;
    }

    void elsewhere(String sql) throws SQLException {
        server.execute(sql);
    }

    List<String> read(String sql) throws SQLException {
        return server.column(sql);
    }

    void insert(long no, int kind, String body) throws SQLException {
        elsewhere("INSERT INTO legacy.tx (unit, no, kind, urgency, status, body, valid_until) VALUES (1, " + no + ", "
                + kind + ", 9, 20, '" + body + "', 4102444800)");
    }

    /** Inserts so many times forty rows with these values, which may use the number n of the row. */
    void insertMany(String values, int forties) throws SQLException {
        elsewhere("INSERT INTO legacy.tx (unit, no, kind, urgency, status, body, valid_until)"
                + " WITH RECURSIVE c AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM c WHERE i < 40),"
                + " all_rows AS (SELECT (a.i - 1) * 40 + b.i AS n FROM c AS a, c AS b WHERE a.i <= " + forties + ")"
                + " SELECT " + values + " FROM all_rows");
    }

    List<String> outbox() throws SQLException {
        return database()
                .column(
                        "SELECT concat_ws('|', topic_id, precedence, array_to_string(destinations, ','),"
                                + " extract(epoch FROM expires_at)::bigint, convert_from(payload, 'UTF8')) FROM c4i.outbox ORDER BY sequence");
    }

    List<String> letters() throws SQLException {
        return database()
                .column("SELECT concat_ws('|', direction, source, code, reason) FROM c4i.dead_letter ORDER BY 1");
    }

    void receive(long sequence, String topic, String text) {
        receive(sequence, topic, text.getBytes(StandardCharsets.UTF_8));
    }

    void receive(long sequence, String topic, byte[] bytes) {
        Objects.requireNonNull(inbox)
                .write(
                        List.of(new Message(
                                new MessageId(new SystemName("BRAVO"), sequence),
                                topic,
                                Precedence.ROUTINE,
                                List.of(new SystemName("ALPHA")),
                                Instant.parse("2026-11-21T12:34:56.123456Z"),
                                Instant.MAX,
                                "",
                                "",
                                bytes)),
                        List.of(),
                        Map.of());
    }

    /** @return rows of a mapping that ended so */
    int count(String source, String result) {
        return (int) registry.counter("c4i.table.rows", "table", source, "result", result)
                .count();
    }

    void assertNoProblem() {
        assertThat(meters.problems().values()).containsOnly("");
    }
}
