package org.c4igateway.topics.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.c4igateway.topics.mtf.MtfDocument;
import org.c4igateway.topics.mtf.MtfParser;
import org.c4igateway.topics.mtf.rule.MtfProfile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldReferenceTest {
    private static final DefinitionLibrary LIBRARY = DefinitionLibrary.reference();
    private static final MtfDocument DOCUMENT = document("""
            MSGID/HELQUEST/9 SF BDE/0003/NOV//
            REF/A/OPORD/G3/19NOV2026/-/-/FN:1/FN:2//
            TRACK/TN4471/AIR/HOSTILE//
            TRACK/TN4472/-/FRIEND//
            1LOAD
            /ITEM      /QTY/WEIGHT
            /TEAM      /2  /2400KG
            /ATV       /-  /750KG//
            GENTEXT/HAZARDS/WIRES EAST//
            RMKS/ALL WELL//
            """);

    private static MtfDocument document(String text) {
        return MtfParser.parse(text.getBytes(StandardCharsets.UTF_8), MtfProfile.LENIENT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "MSGID   | 2 | [9 SF BDE]",
                "TRACK   | 1 | [TN4471, TN4472]",
                "TRACK   | 2 | [AIR]",
                "TRACK   | 4 | []",
                "REF     | 8 | [FN:2]",
                "1LOAD   | 1 | [TEAM, ATV]",
                "1LOAD   | 2 | [2]",
                "GENTEXT | 1 | [HAZARDS]",
                "GENTEXT | 2 | [WIRES EAST]",
                "RMKS    | 1 | [ALL WELL]",
                "AMPN    | 1 | []",
                "NOSUCH  | 7 | []"
            })
    void readsByPosition(String setId, int position, String expected) {
        assertThat(FieldReference.at(LIBRARY, setId, position).values(DOCUMENT)).hasToString(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "MSGID   | originator    | [9 SF BDE]",
                "TRACK   | identity      | [HOSTILE, FRIEND]",
                "REF     | filing number | [FN:1, FN:2]",
                "GENTEXT | subject       | [HAZARDS]",
                "RMKS    | text          | [ALL WELL]"
            })
    void readsByNameWithRepetitions(String setId, String name, String expected) {
        assertThat(FieldReference.named(LIBRARY, setId, name).values(DOCUMENT)).hasToString(expected);
    }

    @Test
    void namesTheOriginatorWhateverTheDialect() {
        MtfDocument longForm = document("MSGID/TRACKREP/APP-11(B)/1/MCRC/0007/20261121T1203Z/-/-/NATO/SECRET//\n");
        assertThat(FieldReference.named(LIBRARY, "MSGID", "originator").values(longForm))
                .containsExactly("MCRC");
    }

    @Test
    void saysWhatIsThereInsteadOfWhatIsNot() {
        assertThatThrownBy(() -> FieldReference.named(LIBRARY, "TRACK", "identiy"))
                .hasMessage(
                        "set TRACK has no field 'identiy'; it has track number, environment, identity, strength, platform");
        assertThatThrownBy(() -> FieldReference.at(LIBRARY, "TRACK", 6)).hasMessageContaining("no field 6");
        assertThatThrownBy(() -> FieldReference.at(LIBRARY, "TRACK", 0)).hasMessageContaining("count from 1");
        assertThatThrownBy(() -> FieldReference.named(LIBRARY, "NOSUCH", "x"))
                .hasMessage("set NOSUCH has no definition: its fields have numbers only");
        assertThatThrownBy(() -> FieldReference.at(LIBRARY, "track", 1))
                .hasMessage("'track' is no identifier of a set");
    }
}
