package org.c4igateway.dbbridge.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
}
