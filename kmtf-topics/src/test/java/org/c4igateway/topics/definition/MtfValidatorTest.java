package org.c4igateway.topics.definition;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.c4igateway.topics.mtf.MtfDocument;
import org.c4igateway.topics.mtf.MtfParser;
import org.c4igateway.topics.mtf.rule.Diagnostic;
import org.c4igateway.topics.mtf.rule.MtfProfile;
import org.c4igateway.topics.mtf.rule.Severity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MtfValidatorTest {
    private static final MtfValidator VALIDATOR = new MtfValidator(DefinitionLibrary.reference());
    private static final String TRACK_HEAD = "MSGID/TRACKREP/MCRC//\nDTG/211203ZNOV2026//\n";
    private static final String TRACK = "TRACK/TN4471/AIR/HOSTILE//\nPOSIT/3851N12614E/211202Z//\n";
    private static final String HELACK_HEAD = "MSGID/HELACK/AVN CMD//\nREF/A/HELQUEST/G4/21NOV2026//\n";
    private static final String FRAGO_BODY = """
            REF/A/OPORD/G3/19NOV2026//
            PERIOD/220400I//
            GENTEXT/MISSION/CROSS//
            TASKORG/25 DIV/1 CORPS/OPCON//
            TASK/25 DIV/CROSS//
            AKNLDG/YES//
            """;

    private static List<String> validate(String text) {
        MtfDocument document = MtfParser.parse(text.getBytes(StandardCharsets.UTF_8), MtfProfile.LENIENT);
        return VALIDATOR.validate(document, MtfProfile.STRICT).stream()
                .map(Diagnostic::toString)
                .toList();
    }

    @Test
    void acceptsWhatIsDefined() {
        assertThat(validate(TRACK_HEAD + TRACK + TRACK)).isEmpty();
    }

    @Test
    void saysNothingAboutUnknownMessages() {
        assertThat(validate("MSGID/NOSUCHMSG/X//\nTRACK/WRONG//\n")).isEmpty();
        assertThat(validate("no message")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "TRACK/TN44/AIR/HOSTILE//        | 3:7: error [def.field-format] field 1 of TRACK (track number) is one of TN followed by 4 to 5 digits",
                "TRACK/TN4471/SKY/HOSTILE//      | 3:14: error [def.field-format] field 2 of TRACK (environment) is one of AIR, SURF, SUBSURF, LAND, SPACE",
                "TRACK/TN4471/AIR//              | 3:19: error [def.field-missing] field 3 of TRACK (identity) is mandatory",
                "TRACK/TN4471/AIR/-//            | 3:18: error [def.field-missing] field 3 of TRACK (identity) is mandatory and not '-'",
                "TRACK/TN4471/AIR/HOSTILE/1/FTR/X// | 3:32: error [def.field-surplus] TRACK has 5 fields",
                "TRACK/TN4471/AIR/HOSTILE/0//    | 3:26: error [def.field-format] field 4 of TRACK (strength) is number 1 to 999"
            })
    void checksFields(String track, String expected) {
        assertThat(validate(TRACK_HEAD + track.strip() + "\nPOSIT/3851N12614E/211202Z//\n"))
                .containsExactly(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POSIT/3861N12614E/211202Z//     | 4:7: error [def.field-format] field 1 of POSIT (position) is latitude and longitude such as 3742N12702E or 460057N0023020E, or MGRS: and grid reference such as 52SCG2871055210",
                "POSIT/MGRS:52SCI28715521/211202Z// | 4:7: error [def.field-format] field 1 of POSIT (position) is MGRS: and grid reference such as 52SCG2871055210",
                "POSIT/3851N12614E/312402Z//     | 4:19: error [def.field-format] field 2 of POSIT (time) is date and time as DDHHMMZ or DDHHMMZMON or DDHHMMZMONYY or DDHHMMZMONYYYY or ISO",
                "POSIT/3851N12614E/211202Z/95//  | 4:27: error [def.field-format] field 3 of POSIT (course) is 3 digits",
                "POSIT/3851N12614E/211202Z/-/420// | 4:29: error [def.field-format] field 4 of POSIT (speed) is number 0 to 3000 with unit KTS or KPH or MPS"
            })
    void checksAlternativesAndValues(String posit, String expected) {
        assertThat(validate(TRACK_HEAD + "TRACK/TN4471/AIR/HOSTILE//\n" + posit.strip() + "\n"))
                .containsExactly(expected);
    }

    @Test
    void anchorsSegmentsAtTheirFirstSet() {
        assertThat(validate(TRACK_HEAD + "TRACK/TN4471/AIR/HOSTILE//\n" + TRACK))
                .containsExactly("4:1: error [def.set-missing] set POSIT is mandatory and missing here");
        assertThat(validate(TRACK_HEAD + "POSIT/3851N12614E/211202Z//\n" + TRACK))
                .containsExactly("3:1: error [def.set-unexpected] the message has no POSIT at this place");
        assertThat(validate(TRACK_HEAD))
                .containsExactly(
                        "2:1: error [def.set-missing] segment 'track' (opened by TRACK) is mandatory and missing here");
    }

    @Test
    void reportsStrayAndRepeatedSetsOnceAndGoesOn() {
        assertThat(validate(TRACK_HEAD + "STRAY/1//\n" + TRACK + "DTG/211203ZNOV2026//\n"))
                .containsExactly(
                        "3:1: error [def.set-unexpected] the message has no STRAY at this place",
                        "6:1: error [def.set-unexpected] the message has no DTG at this place");
        assertThat(validate(TRACK_HEAD + "DTG/211203ZNOV2026//\n" + TRACK))
                .containsExactly("3:1: error [def.set-repeated] set DTG more than 1 times");
    }

    @Test
    void checksConditionsOfTheMessage() {
        assertThat(validate(HELACK_HEAD + "DECISION/APPROVED/HQ-1//\n"))
                .containsExactly("1:1: error [def.condition] MISSION is required, depending on DECISION/1");
        assertThat(validate(HELACK_HEAD + "DECISION/REFUSED/HQ-1//\nMISSION/D 61/UH-60/1//\nREASON/WEATHER//\n"))
                .containsExactly("4:1: error [def.condition] MISSION is prohibited, depending on DECISION/1");
        assertThat(validate("EXER/A//\nOPER/B//\n" + HELACK_HEAD + "DECISION/PENDING/HQ-1//\n"))
                .containsExactly("2:1: error [def.condition] OPER is prohibited because of EXER");
    }

    @Test
    void checksConditionsOnFieldsAndAssignedValues() {
        assertThat(validate("MSGID/FRAGO/G3/1/NOV/CHG//\n" + FRAGO_BODY))
                .containsExactly("1:27: error [def.condition] MSGID/6 is required because of MSGID/5");
        assertThat(validate("MSGID/FRAGO/G3/1/NOV/CHG/1//\n" + FRAGO_BODY.replace("YES", "NO")))
                .containsExactly("7:8: error [def.condition] AKNLDG/1 holds YES");
    }

    @Test
    void readsMsgidFieldsAsClassicWhateverTheDialect() {
        assertThat(validate("MSGID/FRAGO/APP-11(D)/1/G3/1/NOV/NEW/1/ROK/NS//\n" + FRAGO_BODY))
                .containsExactly("1:1: error [def.condition] GENTEXT:SITUATION is required because of MSGID/5");
    }

    @Test
    void checksConditionsWithinEachInstanceOfASegment() {
        String surface = "TRACK/TN4472/SURF/FRIEND//\nPOSIT/3851N12614E/211202Z/090/10KTS/900FT//\n";

        assertThat(validate(TRACK_HEAD + TRACK + surface))
                .containsExactly("6:37: error [def.condition] POSIT/5 is prohibited because of TRACK/2");
    }

    @Test
    void checksColumns() {
        String head = "MSGID/LOGSITLAND/G4//\nPERIOD/201200I//\nGENTEXT/GENERAL/OK//\n1FUEL\n";

        assertThat(validate(head + "/TYPE/ON-HAND/DOS\n/F-34/412000L/3\n/F-54/MUCH/3//\n"))
                .containsExactly("7:7: error [def.field-format] field 2 of 1FUEL (on hand) is number 0 to 99999999"
                        + " with unit L or KL");
        assertThat(validate(head + "/TYPE/STOCK/DOS\n/F-34//\n"))
                .containsExactly(
                        "4:1: error [def.column-header] the headers of 1FUEL are [TYPE, ON-HAND, DOS]",
                        "6:2: error [def.field-missing] field 2 of 1FUEL (on hand) is mandatory");
    }

    @Test
    void checksRepeatingFieldGroups() {
        String message = "MSGID/AIRSUPREQ/ASOC//\nREQNO/J-0412/ROUTINE//\nTARGET/TANKS/3811N12642E//\n";

        assertThat(validate(message + "CONTROL/VIPER 11/FREQ:281.4MHZ/CODE:1688/FREQ:30MHZ//\n"))
                .isEmpty();
        assertThat(validate(message + "CONTROL/VIPER 11/FREQ:281.4MHZ/SMOKE:RED//\n"))
                .containsExactly("4:32: error [def.field-descriptor] field 3 of CONTROL (means) has the descriptors"
                        + " [FREQ, CODE], not SMOKE");
    }

    @Test
    void warnsAboutFormatsInLenientOnly() {
        MtfDocument document = MtfParser.parse(
                (TRACK_HEAD + TRACK.replace("AIR", "SKY")).getBytes(StandardCharsets.UTF_8), MtfProfile.LENIENT);

        assertThat(VALIDATOR.validate(document, MtfProfile.LENIENT))
                .extracting(Diagnostic::severity)
                .containsExactly(Severity.WARNING);
        assertThat(VALIDATOR.validate(document, MtfProfile.STRICT))
                .extracting(Diagnostic::severity)
                .containsExactly(Severity.ERROR);
    }

    @Test
    void boundsItsDiagnostics() {
        assertThat(validate(TRACK_HEAD + "STRAY/1//\n".repeat(500))).hasSize(100);
    }
}
