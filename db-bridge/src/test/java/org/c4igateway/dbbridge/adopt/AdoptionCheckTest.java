package org.c4igateway.dbbridge.adopt;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.topics.TopicCatalogue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a mapping gets wrong is named by key and column before the first row. */
@ExtendWith(PostgresExtension.class)
class AdoptionCheckTest {
    private TestDatabase database;
    private LegacyServer server;

    @BeforeEach
    void open(TestDatabase database) throws SQLException {
        this.database = database;
        server = new LegacyServer(database);
    }

    private List<String> findings(String from, String to) throws SQLException {
        String yaml = LegacyServer.text("map.yaml");
        assertThat(yaml).contains(from);
        MappingFile map = MappingFile.parse("map.yaml", yaml.replace(from, to));
        try (Connection connection = database.owner();
                AdoptionCheck check = new AdoptionCheck(connection, map, TopicCatalogue.reference())) {
            return check.findings();
        }
    }

    @Test
    void findsNothingInTheExampleAndShowsItsRows() throws SQLException {
        server.execute("INSERT INTO legacy.tx_message (unit_no, msg_no, to_unit, kind, urgency, status, body)"
                + " VALUES (1, 7, 2, 17, 9, 20, '적'), (1, 8, 3, 99, 1, 20, NULL), (1, 9, 3, 17, 1, 10, 'draft')");
        MappingFile map = LegacyServer.map();
        try (Connection connection = database.owner();
                AdoptionCheck check = new AdoptionCheck(connection, map, TopicCatalogue.reference())) {
            assertThat(check.findings()).isEmpty();
            assertThat(check.samples(map.outbound().getFirst()))
                    .containsExactly(
                            new SampleRow("1, 7", "A004", "FLASH", "BRAVO", 3, "unit 1", List.of()),
                            new SampleRow(
                                    "1, 8", "", "ROUTINE", "CHARLIE", -1, "unit 1", List.of("no topic", "no payload")));
            assertThat(check.installedTriggers()).isZero();
        }
        server.adopt(map);
        try (Connection connection = database.owner();
                AdoptionCheck check = new AdoptionCheck(connection, map, TopicCatalogue.reference())) {
            assertThat(check.installedTriggers()).isEqualTo(2);
        }
        assertThat(server.outbox()).isEmpty();
        assertThat(database.column("SELECT is_called FROM legacy.rx_no"))
                .as("no number was taken")
                .containsExactly("f");
    }

    @Test
    void namesARowWhosePayloadTheEncodingLacks() throws SQLException {
        server.execute("INSERT INTO legacy.tx_message (unit_no, msg_no, to_unit, kind, urgency, status, body)"
                + " VALUES (1, 7, 2, 17, 9, 20, '적')");
        MappingFile map =
                MappingFile.parse("map.yaml", LegacyServer.text("map.yaml").replace("UTF-8 ", "windows-1252 "));
        try (Connection connection = database.owner();
                AdoptionCheck check = new AdoptionCheck(connection, map, TopicCatalogue.reference())) {
            assertThat(check.samples(map.outbound().getFirst())).singleElement().satisfies(row -> {
                assertThat(row.key()).isEqualTo("1, 7");
                assertThat(row.problems()).singleElement().asString().contains("WIN1252");
            });
        }
    }

    @Test
    void namesTablesAndColumnsThatAreNotThere() throws SQLException {
        assertThat(findings("table: legacy.tx_message", "table: legacy.tx"))
                .containsExactly("map.yaml:7:5: table: there is no legacy.tx");
        assertThat(findings("[unit_no, msg_no]", "[unit_no, number]"))
                .containsExactly("map.yaml:7:5: key: legacy.tx_message has no column number");
        assertThat(findings("payload: body", "payload: text"))
                .singleElement()
                .asString()
                .startsWith("map.yaml:14:14: payload: ")
                .contains("column \"text\" does not exist");
        assertThat(findings("body: payload_text", "text: payload_text"))
                .containsExactly(
                        "map.yaml:29:13: text: legacy.rx_message has no such column",
                        "map.yaml:20:5: columns: body of legacy.rx_message must not be null");
        assertThat(findings("reads: [legacy.unit]", "reads: [legacy.units]"))
                .containsExactly("reads: there is no legacy.units");
        assertThat(findings("sequences: [legacy.rx_no]", "sequences: [legacy.rx_numbers]"))
                .containsExactly("sequences: there is no legacy.rx_numbers");
    }

    @Test
    void readsOnlyFromTheCatalogueAndForHalfAMinuteAtMost() throws SQLException {
        server.execute("INSERT INTO legacy.tx_message (unit_no, msg_no, to_unit, kind, urgency, status, body)"
                + " VALUES (1, 7, 2, 17, 9, 20, 'x')");
        MappingFile map = MappingFile.parse(
                "map.yaml",
                LegacyServer.text("map.yaml")
                        .replace(
                                "subject: \"'unit ' || unit_no\"",
                                "subject: concat_ws(' | ', current_setting('transaction_isolation'),"
                                        + " current_setting('transaction_read_only'), current_setting('search_path'),"
                                        + " current_setting('statement_timeout'))"));
        try (Connection connection = database.owner();
                Statement statement = connection.createStatement()) {
            try (AdoptionCheck check = new AdoptionCheck(connection, map, TopicCatalogue.reference())) {
                assertThat(check.samples(map.outbound().getFirst()))
                        .singleElement()
                        .satisfies(row -> assertThat(row.subject())
                                .isEqualTo("repeatable read | on | pg_catalog, pg_temp | 30s"));
            }
            try (ResultSet row = statement.executeQuery("SHOW transaction_read_only")) {
                row.next();
                assertThat(row.getString(1)).as("after the check").isEqualTo("off");
            }
        }
    }

    @Test
    void forgetsWhatItFoundWhenItLooksAgain() throws SQLException {
        String yaml = LegacyServer.text("map.yaml").replace("when: status = 20", "when: status");
        try (Connection connection = database.owner();
                AdoptionCheck check = new AdoptionCheck(
                        connection, MappingFile.parse("map.yaml", yaml), TopicCatalogue.reference())) {
            assertThat(check.findings()).hasSize(1).isEqualTo(check.findings());
        }
    }

    @Test
    void namesTypesThatDoNotFit() throws SQLException {
        assertThat(findings("precedence: CASE", "precedence: '''x''' #"))
                .containsExactly("map.yaml:12:17: precedence: is text, not an integer");
        assertThat(findings("when: status = 20", "when: status"))
                .containsExactly("map.yaml:10:11: when: is int2, not boolean");
        assertThat(findings("valid_until AT TIME ZONE 'Asia/Seoul'", "valid_until"))
                .containsExactly("map.yaml:16:17: expires-at: is timestamp, not timestamp with time zone");
        assertThat(findings("from_no: origin_sequence", "from_no: origin_system"))
                .singleElement()
                .asString()
                .startsWith("map.yaml:26:16: from_no: ")
                .contains("is of type bigint but expression is of type text");
    }

    @Test
    void namesAnUpsertWithoutAUniqueIndex() throws SQLException {
        assertThat(findings("    columns:", "    upsert-by: [body]\n    columns:"))
                .singleElement()
                .asString()
                .startsWith("map.yaml:20:5: ")
                .contains("no unique or exclusion constraint");
    }

    /** For triggers a row that moves between partitions is a new one; messages may arrive in such a table. */
    @Test
    void namesAPartitionedTableAndAPartitionToSendFrom() throws SQLException {
        partition("legacy.tx_message", "status");
        partition("legacy.rx_message", "rx_no");

        assertThat(findings("table: legacy.tx_message", "table: legacy.tx_message"))
                .singleElement()
                .asString()
                .startsWith("map.yaml:7:5: table: legacy.tx_message is partitioned or a partition");
        assertThat(findings("table: legacy.tx_message", "table: legacy.tx_message_all"))
                .singleElement()
                .asString()
                .contains("legacy.tx_message_all is partitioned or a partition");
    }

    private void partition(String table, String column) throws SQLException {
        database.execute("ALTER TABLE " + table + " RENAME TO old");
        database.execute(
                "CREATE TABLE " + table + " (LIKE legacy.old INCLUDING DEFAULTS) PARTITION BY LIST (" + column + ")");
        database.execute("CREATE TABLE " + table + "_all PARTITION OF " + table + " DEFAULT");
        database.execute("DROP TABLE legacy.old");
    }
}
