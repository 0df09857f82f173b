package org.c4igateway.topics.mtf;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.c4igateway.topics.mtf.rule.Diagnostic;
import org.c4igateway.topics.mtf.rule.MtfProfile;
import org.c4igateway.topics.mtf.rule.ParseLimits;
import org.c4igateway.topics.mtf.rule.ParseOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MtfLimitsTest {
    private static final String MSGID = "MSGID/SITREP/1 CORPS//\n";

    private static MtfDocument parse(String text, ParseLimits limits) {
        return MtfParser.parse(
                text.getBytes(StandardCharsets.UTF_8), ParseOptions.lenient().withLimits(limits));
    }

    @Test
    void refusesAMessageLargerThanTheLimitUnread() {
        ParseLimits limits = new ParseLimits(MSGID.length(), 10, 100, 10, 10);

        assertThat(parse(MSGID, limits).accepted()).isTrue();
        assertThat(parse(MSGID + " ", limits).diagnostics())
                .extracting(Diagnostic::rule)
                .containsExactly("limit.message");
    }

    @Test
    void stopsAtTheLimitOfSets() {
        ParseLimits limits = new ParseLimits(10_000, 3, 100, 10, 10);

        assertThat(parse(MSGID + "UNIT/A//\nUNIT/B//\n", limits).accepted()).isTrue();
        MtfDocument document = parse(MSGID + "UNIT/A//\n".repeat(5), limits);
        assertThat(document.sets()).hasSize(3);
        assertThat(document.diagnostics()).singleElement().satisfies(d -> {
            assertThat(d.rule()).isEqualTo("limit.sets");
            assertThat(d.line()).isEqualTo(4);
        });
    }

    @Test
    void reportsALongSet() {
        ParseLimits limits = new ParseLimits(10_000, 10, 30, 10, 10);

        assertThat(parse(MSGID + "RMKS/" + "A ".repeat(20) + "//\n", limits).diagnostics())
                .extracting(Diagnostic::toString)
                .containsExactly("2:1: error [limit.set-length] a set of 47 bytes; the limit is 30");
    }

    @Test
    void reportsTooManyFieldsOnceAndKeepsTheFirst() {
        ParseLimits limits = new ParseLimits(10_000, 10, 1_000, 4, 10);

        MtfDocument document = parse(MSGID + "UNIT/1/2/3/4/5/6//\n", limits);

        assertThat(document.diagnostics()).extracting(Diagnostic::rule).containsExactly("limit.fields");
        assertThat(document.first("UNIT").orElseThrow().fields()).hasSize(4);
    }

    @Test
    void keepsDiagnosticsBoundedAndStillShowsAnError() {
        ParseLimits limits = new ParseLimits(1 << 20, 10_000, 1_000, 10, 5);
        String warnings = "UNIT/A//  \n".repeat(50);

        assertThat(parse(MSGID + warnings, limits).diagnostics())
                .hasSize(5)
                .last()
                .satisfies(d -> assertThat(d.rule()).isEqualTo("limit.diagnostics"));
        MtfDocument refused = parse(MSGID + warnings + "RMKS/" + "A".repeat(1_000) + "//\n", limits);
        assertThat(refused.accepted()).isFalse();
        assertThat(refused.diagnostics())
                .hasSize(5)
                .last()
                .satisfies(d -> assertThat(d.rule()).isEqualTo("limit.set-length"));
    }

    @Test
    @Timeout(120)
    void readsHostileMegabytesWithoutHanging() {
        byte[] nuls = new byte[2 << 20];
        byte[] slashes = new byte[2 << 20];
        Arrays.fill(slashes, (byte) '/');
        byte[] high = new byte[2 << 20];
        Arrays.fill(high, (byte) 0xff);
        String header = "MSGID/A\n1AMMO\n";

        for (byte[] body : new byte[][] {nuls, slashes, high}) {
            for (String prefix : new String[] {"", MSGID, MSGID + "RMKS/", header, header + "/"}) {
                byte[] message = (prefix + "X").getBytes(StandardCharsets.UTF_8);
                byte[] joined = Arrays.copyOf(message, message.length + body.length);
                System.arraycopy(body, 0, joined, message.length, body.length);

                assertThat(MtfParser.check(joined, MtfProfile.STRICT).accepted())
                        .isFalse();
                assertThat(MtfParser.check(joined, MtfProfile.LENIENT).diagnostics())
                        .hasSizeLessThanOrEqualTo(100);
            }
        }
    }

    @Test
    @Timeout(120)
    void readsManyHostileLinesWithoutHanging() {
        for (String line : new String[] {
            "\n",
            "/\n",
            "//\n",
            "A//\n",
            "A//\n\n",
            "A//\nPAGE 2\n",
            "A/\n",
            "GENTEXT/\n",
            "1AB\n/\n",
            "\"\n",
            "UNIT//X//",
            "가/"
        }) {
            String message = MSGID + line.repeat((4 << 20) / line.length());

            assertThat(MtfParser.check(message.getBytes(StandardCharsets.UTF_8), MtfProfile.STRICT)
                            .diagnostics())
                    .hasSizeLessThanOrEqualTo(100);
        }
    }

    /** The line reads as an identifier that stands alone, and is the end of the message. */
    @ParameterizedTest
    @ValueSource(strings = {"NNNN\n/", "NNNN \n/A//\n", "NNNN\r\n/A//\n"})
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void endsAMessageOnItsFirstLine(String message) {
        MtfDocument document = parse(message, ParseLimits.defaults());

        assertThat(document.sets()).isEmpty();
        assertThat(document.ending()).isEqualTo(message);
        assertThat(document.diagnostics()).extracting(Diagnostic::rule).containsExactly("set.none");
    }

    /** What each '//' would have to look at again: the end of its line, or the lines up to the next that is text. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            marks before blanks at the end of a line     | RMKS/a  | //y           | ' ' | '#/y//'
            marks before blanks at the end of a set      | UNIT/a  | //y           | ' ' | '#/y//'
            marks with blanks before blanks              | RMKS/a  | '// y'        | ' ' | '#/y//'
            marks with blanks before blanks of a set     | UNIT/a  | '// y'        | ' ' | '#/y//'
            ends of messages before blanks               | RMKS/a  | //BT          | ' ' | '#/y//'
            sets on one line before blanks               | RMKS/a  | //AMPN/       | ' ' | '#/y//'
            sets alone before blanks                     | RMKS/a  | '//AMPN '     | ' ' | '#/y//'
            subjects before blanks                       | RMKS/a  | //GENTEXT//   | ' ' | '#/y//'
            page lines that are text                     | RMKS/a  | '#PAGE 1 //'  | '#' | x
            page lines that are text, then their end     | RMKS/a  | '#PAGE 1 //'  | '#' | UNIT/A//
            page lines with marks and blanks             | RMKS/a  | '#PAGE 1 // ' | '#' | x
            page lines of which each second ends no set  | RMKS/a  | '#PAGE 1 //#' | '#' | x
            marks and blank lines                        | RMKS/a  | //#           | '#' | x
            """)
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void looksAtNothingAgainForEachMark(String name, String opening, String repeated, String filler, String end) {
        int half = 2 << 20;
        String message = MSGID + opening + repeated.repeat(half / repeated.length()) + filler.repeat(half) + end;
        byte[] bytes = message.replace('#', '\n').getBytes(StandardCharsets.UTF_8);

        for (MtfProfile profile : MtfProfile.values()) {
            assertThat(MtfParser.check(bytes, profile).diagnostics())
                    .as(name)
                    .isNotEmpty()
                    .hasSizeLessThanOrEqualTo(100);
        }
    }
}
