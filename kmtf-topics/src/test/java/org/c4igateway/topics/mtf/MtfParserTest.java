package org.c4igateway.topics.mtf;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.c4igateway.topics.mtf.rule.Diagnostic;
import org.c4igateway.topics.mtf.rule.LineUnit;
import org.c4igateway.topics.mtf.rule.MtfEncoding;
import org.c4igateway.topics.mtf.rule.MtfProfile;
import org.c4igateway.topics.mtf.rule.ParseOptions;
import org.c4igateway.topics.mtf.text.MtfWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MtfParserTest {
    private static final String MSGID = "MSGID/SITREP/1 CORPS/0001/NOV//\n";

    private static MtfDocument strict(String text) {
        return MtfParser.parse(text.getBytes(StandardCharsets.UTF_8), MtfProfile.STRICT);
    }

    private static MtfDocument lenient(String text) {
        return MtfParser.parse(text.getBytes(StandardCharsets.UTF_8), MtfProfile.LENIENT);
    }

    @Test
    void splitsHeadingAndEndingOff() {
        String heading = "ZNR UUUUU\nO P 211130I NOV 26\nFM CDR\nBT\nUNCLAS\n";

        MtfDocument document = strict(heading + MSGID + "BT\n#0044\nNNNN\n");

        assertThat(document.heading()).isEqualTo(new MtfHeading(heading, Optional.of(MtfPrecedence.IMMEDIATE)));
        assertThat(document.ending()).isEqualTo("BT\n#0044\nNNNN\n");
        assertThat(document.sets()).hasSize(1);
    }

    @Test
    void readsTheThreeDialectsOfMsgid() {
        assertThat(strict("MSGID/SITREP/1 CORPS/0001/NOV/CHG/2//\n").messageId())
                .contains(new MsgidSet("SITREP", "1 CORPS", "0001", "NOV", "CHG", "2"));
        assertThat(strict("MSGID/SITREP/APP-11(D)/1/1 CORPS/0001/20261121T120500Z/UPD/3/ROK/NS//\n")
                        .messageId())
                .contains(new MsgidSet("SITREP", "1 CORPS", "0001", "20261121T120500Z", "UPD", "3"));
        assertThat(strict("MSGID/GENADMIN,USMTF,2008/CTF 70/0001/NOV//\n").messageId())
                .contains(new MsgidSet("GENADMIN", "CTF 70", "0001", "NOV", "", ""));
    }

    @Test
    void checkGivesTheMessageName() {
        assertThat(MtfParser.check("MSGID/ENEMY CONTACT REP/A//".getBytes(StandardCharsets.UTF_8), MtfProfile.STRICT))
                .isEqualTo(new MtfCheck(true, "ENEMY CONTACT REP", Set.of(), List.of()));
        assertThat(MtfParser.check("MSGID/GENADMIN,USMTF,2008/A//".getBytes(StandardCharsets.UTF_8), MtfProfile.STRICT)
                        .messageName())
                .isEqualTo("GENADMIN");
        assertThat(MtfParser.check(new byte[0], MtfProfile.STRICT).messageName())
                .isEmpty();
    }

    @Test
    void splitsDescriptorsFromValues() {
        LinearSet set = strict(MSGID + "POC/KIM/TEL:02-555/LONGERTHAN8:X/A:/-//\n")
                .first("POC")
                .orElseThrow();

        assertThat(set.fields()).extracting(MtfField::descriptor).containsExactly("", "TEL", "", "A", "");
        assertThat(set.fields()).extracting(MtfField::value).containsExactly("KIM", "02-555", "LONGERTHAN8:X", "", "-");
        assertThat(set.field(5)).isEmpty();
        assertThat(set.field(6)).isEmpty();
        assertThat(set.field(0)).isEmpty();
    }

    @Test
    void keepsTheBytesAndPlaceOfEachSet() {
        MtfDocument document = strict(MSGID + "UNIT/A\n/B//\nRMKS/END//\n");

        MtfSet unit = document.sets().get(1);
        assertThat(new String(unit.raw(), StandardCharsets.UTF_8)).isEqualTo("UNIT/A\n/B//");
        assertThat(unit.offset()).isEqualTo(MSGID.length());
        assertThat(unit.endOffset()).isEqualTo(MSGID.length() + 11);
        assertThat(document.sets()).extracting(MtfSet::line).containsExactly(1, 2, 4);
    }

    @Test
    void reportsPageLines() {
        MtfDocument document = strict(MSGID + "UNIT/A\nPAGE 02 RUKRAAA0077 UNCLAS\n/B//\n");

        assertThat(document.diagnostics()).extracting(Diagnostic::rule).containsExactly("page.interruption");
    }

    /** A layout drops blanks at the end of a line: what is text before must be text after. */
    @Test
    void reportsPageLinesInFreeTextThatEndWithBlanks() {
        for (String page : List.of("PAGE 02", "PAGE 02 ", "PAGE 02   ", "PAGE 02 RUKRAAA0077 ")) {
            MtfDocument document = strict(MSGID + "RMKS/ABOVE\n" + page + "\nBELOW//\n");

            assertThat(document.diagnostics()).extracting(Diagnostic::rule).containsExactly("page.interruption");
            assertThat(document.sets().getLast().toString()).doesNotContain("PAGE");
        }
    }

    /** Where the bare word begins a set the padded one does, and nowhere else: in free text it stays text. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "UNIT@\n/A/B//\n",
                "1AMMO@\n/A /B\n/1 /2//\n",
                "UNIT/A\nHOSTILE@\n/B//\n",
                "UNIT/A//\nHOSTILE@\n/B//\n",
                "UNIT/A//\nHOSTILE@\nTRACKS//\n",
                "UNIT/A// AMPN@\n/TEXT//\n",
                "UNIT/A//REF@\n/B//\n",
                "UNIT/A//AB@\n/B//\n",
                "1AMMO\n/A /B\n2AMMO@\n/1 /2//\n",
                "RMKS/THE TRACK IS\nHOSTILE@\n/A/B//\n",
                "RMKS/THE TRACK IS\nGENTEXT@\n/A/B//\n",
                "RMKS/THE TRACK IS//\nHOSTILE@\n/A/B//\n",
                "RMKS/THE TRACK IS//\nHOSTILE@\nAT SEA//\n",
                "RMKS/THE TRACK IS//\nAB@\n/AT SEA//\n",
                "RMKS/THE TRACK IS//\nSUSPICIOUS@\n/AT SEA//\n",
                "RMKS/THE TRACK IS//HOSTILE@\n/AT SEA//\n",
                "RMKS/THE TRACK IS//NARR@\n/AT SEA//\n",
                "RMKS/THE TRACK IS//REF@\n/AT SEA//\n",
                "GENTEXT@\n/SUBJECT\n/TEXT//\n",
                "GENTEXT/SUBJECT\nHOSTILE@\n/TEXT//\n"
            })
    void readsAnIdentifierBeforeBlanksAsTheBareOne(String sets) {
        for (String blanks : List.of(" ", "   ", "\t", " \r")) {
            MtfDocument bare = lenient(MSGID + sets.replace("@", ""));
            MtfDocument padded = lenient(MSGID + sets.replace("@", blanks));

            assertThat(padded.sets()).isEqualTo(bare.sets());
            assertThat(padded.accepted()).isTrue();
        }
    }

    @Test
    void readsCp949AndCp1252WhenToldSo() {
        String korean = MSGID + "RMKS/똠방각하 펲//\n";
        byte[] cp949 = korean.getBytes(MtfEncoding.CP949.charset());
        byte[] cp1252 = (MSGID + "RMKS/ÜBUNG “EINS”//\n").getBytes(MtfEncoding.CP1252.charset());

        MtfDocument hangul = MtfParser.parse(cp949, ParseOptions.strict().withEncoding(MtfEncoding.CP949));
        MtfDocument latin = MtfParser.parse(cp1252, ParseOptions.strict().withEncoding(MtfEncoding.CP1252));

        assertThat(hangul.diagnostics()).isEmpty();
        assertThat(hangul.sets()).isEqualTo(strict(korean).sets());
        assertThat(latin.diagnostics()).isEmpty();
        assertThat(latin.sets().getLast().toString()).contains("ÜBUNG “EINS”");
        assertThat(MtfParser.check(cp949, MtfProfile.STRICT).accepted()).isFalse();
    }

    @Test
    void namesEveryRuleThatWasBrokenAlsoBeyondTheDiagnosticsThatAreKept() {
        String text = "RMKS/" + "\u0001".repeat(200) + "\n\0//\n";

        MtfCheck check = MtfParser.check((MSGID + text).getBytes(StandardCharsets.UTF_8), MtfProfile.LENIENT);

        assertThat(check.accepted()).isTrue();
        assertThat(check.diagnostics()).hasSize(100);
        assertThat(check.rules()).contains("char.control", "char.nul");
    }

    @Test
    void reportsBytesThatCp949OrCp1252DoNotHave() {
        byte[] message = MSGID.concat("RMKS/A?B//\n").getBytes(StandardCharsets.ISO_8859_1);
        message[MSGID.length() + 6] = (byte) 0x81;

        assertThat(MtfParser.parse(message, ParseOptions.lenient().withEncoding(MtfEncoding.CP1252))
                        .diagnostics())
                .extracting(Diagnostic::toString)
                .containsExactly("2:7: warning [encoding.invalid] byte 0x81 is not valid in CP1252 here");
        message[MSGID.length() + 6] = (byte) 0xff;
        assertThat(MtfParser.parse(message, ParseOptions.lenient().withEncoding(MtfEncoding.CP949))
                        .diagnostics())
                .extracting(Diagnostic::rule)
                .containsExactly("encoding.invalid");
    }

    @Test
    void countsLinesInTheConfiguredUnit() {
        String forty = MSGID + "RMKS/" + "가".repeat(40) + "//\n"; // 47 characters, 87 columns, 127 bytes in UTF-8

        assertThat(lineRules(forty, LineUnit.CHARACTERS)).isEmpty();
        assertThat(lineRules(forty, LineUnit.COLUMNS))
                .containsExactly("2:1: error [line.length] line of 87 columns; the limit is 69");
        assertThat(lineRules(forty, LineUnit.BYTES))
                .containsExactly("2:1: error [line.length] line of 127 bytes; the limit is 69");
    }

    private static List<String> lineRules(String text, LineUnit unit) {
        return MtfParser.parse(
                        text.getBytes(StandardCharsets.UTF_8),
                        ParseOptions.strict().withLineUnit(unit))
                .diagnostics()
                .stream()
                .map(Diagnostic::toString)
                .toList();
    }

    @Test
    void printsDiagnosticsWithFileLineAndColumn() {
        Diagnostic diagnostic = strict(MSGID + "UNIT/전/A//B//\n").diagnostics().getLast();

        assertThat(diagnostic.format("x.mtf"))
                .isEqualTo("x.mtf:2:9: error [field.double-slash] '//' in the middle of a line;"
                        + " an empty field is written '/-/'");
    }

    @Test
    void readsEveryPrefixOfAMessageWithoutThrowing() {
        byte[] whole = ("R 211130I NOV 26\nBT\nEXER/A//\n" + MSGID + "1AMMO\n/A /B\n/1 /2\n//\nGENTEXT\n/전방\n/TEXT"
                        + " https://x//\nUNIT/A\n  /B//  \nBT\n#0001\nNNNN\n")
                .getBytes(StandardCharsets.UTF_8);

        for (int length = 0; length <= whole.length; length++) {
            byte[] prefix = java.util.Arrays.copyOf(whole, length);
            MtfDocument document = MtfParser.parse(prefix, MtfProfile.LENIENT);

            assertThat(MtfWriter.write(document)).isEqualTo(prefix);
        }
    }
}
