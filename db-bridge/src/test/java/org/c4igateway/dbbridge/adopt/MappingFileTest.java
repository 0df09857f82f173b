package org.c4igateway.dbbridge.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.c4igateway.dbbridge.adopt.OutboundMapping.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each complaint about a mapping file names its place. */
class MappingFileTest {
    private static String file(String key, String value) {
        String yaml = """
                name: legacy
                outbound:
                  messages:
                    table: legacy.tx
                    key: [no]
                    topic: t
                    precedence: p
                    destinations: d
                    payload: b
                """;
        return yaml.replaceFirst(
                "    " + key + ": .*", java.util.regex.Matcher.quoteReplacement("    " + key + ": " + value));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "topic   | 1; DROP TABLE x     | 6:12: an expression has no semicolon",
                "topic   | \"1) -- \"          | 6:12: a parenthesis closes that was not opened",
                "topic   | \"(1 -- \"          | 6:12: an expression has no comment",
                "topic   | (1                  | 6:12: a parenthesis is not closed",
                "topic   | \"'a\"              | 6:12: a quote is not closed",
                "topic   | \"E'a\\\\' + 1\"   | 6:12: no backslash before a quote",
                "topic   | $x$;$x$             | 6:12: an expression has no dollar sign outside of quotes",
                "payload | \"'$c4i$'\"         | 9:14: an expression has at most 10000 characters, no NUL and no $c4i",
                "table   | tx                  | 4:12: 'tx' needs its schema",
                "table   | legacy.tx;x         | 4:12: 'legacy.tx;x' is not a name",
                "key     | []                  | 5:10: at least one column is needed",
            })
    void namesThePlaceOfWhatIsWrong(String key, String value, String complaint) {
        assertThatThrownBy(() -> MappingFile.parse("map.yaml", file(key, value)))
                .hasMessageStartingWith("map.yaml:" + complaint);
    }

    /** What is in quotes belongs to the database. */
    @ParameterizedTest
    @ValueSource(strings = {"''", "'a;b' || '(' || 'x--y' || '$1'", "\"a;\" || `b)` || ('/*')", "'C:\\maps' || ''"})
    void takesAnySignInQuotes(String expression) {
        MappingFile map = MappingFile.parse("map.yaml", file("topic", "|-\n      " + expression));

        assertThat(map.outbound().getFirst().fields())
                .extractingByKey(Field.TOPIC)
                .hasToString(expression);
    }

    @Test
    void boundsTheLengthOfAnExpression() {
        String longest = "1".repeat(10_000);
        MappingFile map = MappingFile.parse("map.yaml", file("topic", longest));
        assertThat(map.outbound().getFirst().fields())
                .extractingByKey(Field.TOPIC)
                .hasToString(longest);
        for (String refused : new String[] {longest + "1", "\"\\0\""}) {
            assertThatThrownBy(() -> MappingFile.parse("map.yaml", file("topic", refused)))
                    .hasMessageContaining("an expression has at most 10000 characters, no NUL");
        }
    }

    @Test
    void wantsAConditionWhereChangedRowsAreSent() {
        assertThatThrownBy(() -> MappingFile.parse("map.yaml", file("key", "[no]\n    on: update")))
                .hasMessageContaining("'on: update' needs 'when'");
    }

    @Test
    void foldsPlainNamesAndKeepsQuotedOnes() {
        MappingFile map = MappingFile.parse("map.yaml", file("table", "'Legacy.\"Tx \"\"1\"\"\"'"));

        assertThat(map.outbound().getFirst().table().quoted()).isEqualTo("\"legacy\".\"Tx \"\"1\"\"\"");
    }

    @Test
    void wantsNamesThatCanBePartsOfNamesInTheDatabase() {
        String good = file("topic", "t");
        for (String bad : new String[] {good.replace("legacy\n", "Legacy 1\n"), good.replace("messages:", "9:")}) {
            assertThatThrownBy(() -> MappingFile.parse("map.yaml", bad))
                    .hasMessageContaining("is not a name of a mapping");
        }
    }

    @Test
    void knowsWhatARowCanBeSentOn() {
        assertThatThrownBy(() -> MappingFile.parse("map.yaml", file("key", "[no]\n    on: delete")))
                .hasMessageContaining("write insert, update, or [insert, update]");
        assertThat(MappingFile.parse("map.yaml", file("key", "[no]\n    on: insert"))
                        .outbound())
                .hasSize(1);
    }

    @Test
    void wantsEitherDestinationsOrAllSubscribers() {
        String published = file("destinations", "d").replace("destinations: d", "publish: true");
        for (String bad :
                List.of(file("destinations", "d\n    publish: true"), published.replace("    publish: true\n", ""))) {
            assertThatThrownBy(() -> MappingFile.parse("map.yaml", bad))
                    .hasMessageContaining("write either 'destinations', or 'publish: true'");
        }
        assertThatThrownBy(() -> MappingFile.parse("map.yaml", published.replace("true", "false")))
                .hasMessageContaining("'publish' is true or not there");
        assertThat(MappingFile.parse("map.yaml", published)
                        .outbound()
                        .getFirst()
                        .publishes())
                .isTrue();
    }

    @Test
    void boundsTheNumberOfMappings() {
        String one = file("topic", "t");
        int begin = one.indexOf("  messages:");
        StringBuilder hundred = new StringBuilder(one.substring(0, begin));
        for (int i = 1; i <= 100; i++) {
            hundred.append(one.substring(begin).replace("messages", "m" + i));
        }
        assertThat(MappingFile.parse("map.yaml", hundred.toString()).outbound()).hasSize(100);

        hundred.append(one.substring(begin));

        assertThatThrownBy(() -> MappingFile.parse("map.yaml", hundred.toString()))
                .hasMessageContaining("more than 100 mappings");
    }

    @Test
    void boundsTheLengthOfAName() {
        String longest = "x".repeat(63);
        assertThat(MappingFile.parse("map.yaml", file("table", longest + ".t")).outbound())
                .singleElement()
                .satisfies(mapping -> assertThat(mapping.table().parts()).containsExactly(longest, "t"));
        assertThatThrownBy(() -> MappingFile.parse("map.yaml", file("table", longest + "x.t")))
                .hasMessageContaining("is longer than 63 characters");
        assertThatThrownBy(() -> new SqlName(List.of("\0a"))).isInstanceOf(IllegalArgumentException.class);
    }

    private static MappingFile inbound(String more) {
        return MappingFile.parse("map.yaml", """
                name: legacy
                inbound:
                  received:
                    table: legacy.rx
                    columns: {no: origin_sequence, body: "'x'"}
                """ + more);
    }

    @Test
    void wantsKeysOfColumnsThatItFills() {
        assertThatThrownBy(() -> inbound("    unique-by: [number]\n"))
                .hasMessageContaining("'unique-by' names number, which 'columns' does not fill");
        assertThatThrownBy(() -> inbound("    upsert-by: [number]\n"))
                .hasMessageContaining("'upsert-by' names number, which 'columns' does not fill");
    }

    @Test
    void tellsWhetherItNeedsThePayloadAsText() {
        assertThat(usesText("")).isFalse();
        assertThat(usesText("    when: topic_id = 'A004'\n")).isFalse();
        assertThat(usesText("    when: payload_text <> ''\n")).isTrue();
    }

    private static boolean usesText(String more) {
        return new InsertStatements(inbound(more).inbound().getFirst()).usesText();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[no]\n    watermark: no",
                "[no]\n    when: s = 0\n    taken: {s: '1'}",
                "[no]\n    watermark: no\n    settled: {s: '2'}"
            })
    void takesRowsByTheTableBridgeWhenItSaysHowTheyAreKnown(String keys) {
        MappingFile map = MappingFile.parse("map.yaml", file("key", keys));

        assertThat(map.isForBridge()).isTrue();
        assertThat(map.requireForBridge()).isSameAs(map);
        assertThatThrownBy(map::requireForTriggers).hasMessageContaining("for the table bridge, not for triggers");
    }

    @Test
    void takesRowsByTriggersWhenItDoesNot() {
        MappingFile map = MappingFile.parse("map.yaml", file("key", "[no]"));

        assertThat(map.isForBridge()).isFalse();
        assertThat(map.requireForTriggers()).isSameAs(map);
        assertThatThrownBy(map::requireForBridge).hasMessageContaining("needs 'taken' or 'watermark'");
        assertThatThrownBy(
                        MappingFile.parse("map.yaml", file("key", "[no]\n    settled: {s: '2'}"))::requireForTriggers)
                .hasMessageContaining("for the table bridge, not for triggers");
    }

    /** It would ask for batches as large as it. */
    @Test
    void hasNoOverlapWithoutAWatermark() {
        assertThat(overlap("[no]\n    when: s = 0\n    taken: {s: '1'}")).isZero();
        assertThat(overlap("[no]\n    watermark: no")).isEqualTo(1_000);
        assertThat(overlap("[no]\n    watermark: no\n    overlap: 20")).isEqualTo(20);
    }

    private static long overlap(String keys) {
        return MappingFile.parse("map.yaml", file("key", keys))
                .outbound()
                .getFirst()
                .polling()
                .overlap();
    }

    @Test
    void refusesWhatTheTableBridgeCannotDo() {
        assertThatThrownBy(MappingFile.parse("map.yaml", file("key", "[no]\n    taken: {s: '1'}"))::requireForBridge)
                .hasMessageContaining("'taken' needs 'when'");
        String updates = "[no]\n    watermark: no\n    on: update\n    when: s = 0";
        assertThatThrownBy(MappingFile.parse("map.yaml", file("key", updates))::requireForBridge)
                .hasMessageContaining("'on' is for triggers");
    }

    @Test
    void bringsRowsByTheTableBridgeWhenItSaysWhichAreThere() {
        MappingFile unique = inbound("    unique-by: [no]\n");
        assertThat(unique.isForBridge()).isTrue();
        assertThat(unique.requireForBridge()).isSameAs(unique);
        assertThatThrownBy(unique::requireForTriggers).hasMessageContaining("'unique-by' is for the table bridge");

        MappingFile upsert = inbound("    upsert-by: [no]\n");
        assertThat(upsert.isForBridge()).isFalse();
        assertThat(upsert.requireForBridge()).isSameAs(upsert);
        assertThat(upsert.requireForTriggers()).isSameAs(upsert);

        assertThatThrownBy(inbound("")::requireForBridge).hasMessageContaining("either 'unique-by' or 'upsert-by'");
    }
}
