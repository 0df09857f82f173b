package org.c4igateway.dbbridge.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.c4igateway.dbbridge.adopt.MappingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a mapping says that its table elsewhere does not have is named by key before the first row. */
abstract class TableFitCases extends BridgedTablesFixture {
    private static final String MAP = """
            name: legacy
            outbound:
              tx:
                table: legacy.tx
                key: [unit, no]
                when: status = 20
                taken: {status: "21"}
                settled: {status: CASE state WHEN 'delivered' THEN 3 ELSE 9 END}
                watermark: no
                topic: CASE kind WHEN 17 THEN 'A004' END
                precedence: urgency
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
                  kind: CASE topic_id WHEN 'A004' THEN 17 END
                  body: payload_text
            """;

    TableFitCases(ForeignServer server) {
        super(server);
    }

    List<String> findings(String from, String to) throws SQLException, IOException {
        assertThat(MAP).contains(from);
        Path file = Files.writeString(directory.resolve("map.yaml"), MAP.replace(from, to));
        var map = MappingFile.read(file).requireForBridge();
        try (TableCheck check = new TableCheck(server().url(), server().user(), "", map)) {
            return check.findings();
        }
    }

    @Test
    void findsNothingInAMappingThatFits() throws SQLException, IOException {
        assertThat(findings("", "")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "table: legacy.tx | table: legacy.none | table: | none",
                "key: [unit, no] | key: [unit, nope] | key: | legacy.tx has no column nope",
                "taken: {status: | taken: {nope: | taken: | legacy.tx has no column nope",
                "settled: {status: | settled: {nope: | settled: | legacy.tx has no column nope",
                "watermark: no | watermark: nope | watermark: | legacy.tx has no column nope",
                "watermark: no | watermark: body | watermark: | column body has no whole numbers",
                "precedence: urgency | precedence: body | precedence: | is no number",
                "expires-at: valid_until | expires-at: body | expires-at: | is no number",
                "topic: CASE kind | topic: CASE nope | topic: | nope",
                "when: status = 20 | when: nope = 20 | when: | nope",
                "taken: {status: \"21\"} | taken: {status: nope + 1} | taken: | nope",
                "THEN 3 ELSE 9 END | THEN 3 ELSE nope END | settled: | nope",
                "table: legacy.rx | table: legacy.none | table: | none",
                "body: payload_text | nope: payload_text | columns: | legacy.rx has no column nope",
                "body: payload_text | body: nope | body: | nope",
                "when: topic_id <> | when: nope <> | when: | nope",
                "kind: CASE topic_id WHEN 'A004' THEN 17 END | # none | columns: | kind of legacy.rx must not be null",
                "unique-by: [origin, no] | unique-by: [no] | unique-by: | legacy.rx has no unique index over exactly [no]"
            })
    void namesTheKeyThatDoesNotFit(String from, String to, String key, String what) throws SQLException, IOException {
        assertThat(findings(from, to))
                .singleElement()
                .asString()
                .startsWith("map.yaml:")
                .contains(": " + key + " ", what);
    }

    @Test
    void tellsTextFromBytes() throws SQLException, IOException {
        elsewhere("ALTER TABLE legacy.tx ADD COLUMN raw "
                + (server().url().contains("mariadb") ? "varbinary(20)" : "bytea"));

        assertThat(findings("payload: body", "payload: raw"))
                .singleElement()
                .asString()
                .contains("payload: is bytes; write 'payload-type: bytes'");
        assertThat(findings("payload: body", "payload: body\n    payload-type: bytes"))
                .singleElement()
                .asString()
                .contains("payload: is no bytes; leave 'payload-type' out");
        assertThat(findings("payload: body", "payload: raw\n    payload-type: bytes"))
                .isEmpty();
    }
}
