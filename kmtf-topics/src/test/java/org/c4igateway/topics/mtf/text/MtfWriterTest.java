package org.c4igateway.topics.mtf.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.c4igateway.topics.mtf.ColumnarSet;
import org.c4igateway.topics.mtf.FreeTextSet;
import org.c4igateway.topics.mtf.LinearSet;
import org.c4igateway.topics.mtf.MtfDocument;
import org.c4igateway.topics.mtf.MtfParser;
import org.c4igateway.topics.mtf.MtfPrecedence;
import org.c4igateway.topics.mtf.MtfSet;
import org.c4igateway.topics.mtf.corpus.GeneratedDocuments;
import org.c4igateway.topics.mtf.rule.MtfProfile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MtfWriterTest {
    private static final LinearSet MSGID = LinearSet.of("MSGID", "SITREP", "1 CORPS", "0001", "NOV");

    private static String write(MtfSet... sets) {
        return new String(MtfWriter.write(MtfDocument.of(List.of(sets))), StandardCharsets.UTF_8);
    }

    @Test
    void foldsLinearSetsBeforeAFieldMark() {
        String[] fields = new String[10];
        java.util.Arrays.fill(fields, "ABCDEFGHIJ");

        assertThat(write(LinearSet.of("ROUTE", fields))).isEqualTo("""
                        ROUTE/ABCDEFGHIJ/ABCDEFGHIJ/ABCDEFGHIJ/ABCDEFGHIJ/ABCDEFGHIJ
                        /ABCDEFGHIJ/ABCDEFGHIJ/ABCDEFGHIJ/ABCDEFGHIJ/ABCDEFGHIJ//
                        """);
    }

    @Test
    void putsTheEndMarkOnItsOwnLineWhenItDoesNotFit() {
        assertThat(write(LinearSet.of("UNIT", "A".repeat(63)))).isEqualTo("UNIT/" + "A".repeat(63) + "\n//\n");
        assertThat(write(LinearSet.of("UNIT", "A".repeat(62)))).isEqualTo("UNIT/" + "A".repeat(62) + "//\n");
    }

    @Test
    void leavesTrailingEmptyFieldsOut() {
        assertThat(write(LinearSet.of("UNIT", "-", "A", "-", "-"))).isEqualTo("UNIT/-/A//\n");
        assertThat(write(LinearSet.of("UNIT", "-"))).isEqualTo("UNIT//\n");
    }

    @Test
    void padsColumns() {
        ColumnarSet set = ColumnarSet.of(
                "1AMMO", List.of("NATURE", "DOS", "X"), List.of(List.of("155MM HE", "4"), List.of("-", "-", "Y")));

        assertThat(write(set)).isEqualTo("""
                        1AMMO
                        /NATURE  /DOS/X
                        /155MM HE/4
                        /-       /-  /Y//
                        """);
    }

    @Test
    void foldsFreeTextAtBlanksButNeverIntoSomethingElse() {
        String text = "A".repeat(60) + " REF/B IS QUOTED HERE";

        String written = write(MSGID, FreeTextSet.of("RMKS", text));

        assertThat(written.lines().skip(1)).allSatisfy(line -> assertThat(line).doesNotStartWith("REF/"));
        assertThat(MtfParser.parse(written.getBytes(StandardCharsets.UTF_8), MtfProfile.LENIENT)
                        .sets())
                .containsExactly(MSGID, FreeTextSet.of("RMKS", text));
    }

    @Test
    void doesNotTurnTextIntoAMissingSubject() {
        byte[] message = "MSGID/SITREP/1 CORPS//\nGENTEXT/ /TEXT/MORE//\n".getBytes(StandardCharsets.UTF_8);
        MtfDocument document = MtfParser.parse(message, MtfProfile.LENIENT);

        byte[] written = MtfWriter.layOut(document, 69);

        assertThat(new String(written, StandardCharsets.UTF_8))
                .isEqualTo("MSGID/SITREP/1 CORPS//\nGENTEXT/-/TEXT/MORE//\n");
        assertThat(MtfParser.parse(written, MtfProfile.LENIENT)).isEqualTo(document);
    }

    @Test
    void writesAnUnchangedDocumentByteForByte() {
        byte[] odd = "MSGID/SITREP/1 CORPS//  \r\n\r\nUNIT/ A//RMKS/X".getBytes(StandardCharsets.UTF_8);
        MtfDocument document = MtfParser.parse(odd, MtfProfile.LENIENT);

        assertThat(MtfWriter.write(document)).isEqualTo(odd);
        assertThat(new String(MtfWriter.write(document.withSets(document.sets())), StandardCharsets.UTF_8))
                .isEqualTo("MSGID/SITREP/1 CORPS//\nUNIT/A//\nRMKS/X//\n");
    }

    @Test
    void keepsHeadingAndEnding() {
        MtfDocument document =
                MtfDocument.of(List.of(MSGID)).withEnvelope("R 211130I NOV 26\nBT\n", "BT\n#0001\nNNNN\n");

        MtfDocument again = MtfParser.parse(MtfWriter.write(document), MtfProfile.STRICT);

        assertThat(again).isEqualTo(document);
        assertThat(again.heading().precedence()).contains(MtfPrecedence.ROUTINE);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 20261121})
    void readsBackWhatItWrote(long seed) {
        GeneratedDocuments generator = new GeneratedDocuments(seed);

        for (int i = 0; i < 500; i++) {
            MtfDocument document = generator.next(100 + i * 7);
            byte[] written = MtfWriter.write(document);
            MtfDocument again = MtfParser.parse(written, MtfProfile.LENIENT);

            assertThat(again).as("seed %d document %d", seed, i).isEqualTo(document);
            assertThat(again.accepted()).isTrue();
            assertThat(MtfWriter.write(again)).isEqualTo(written);
            assertThat(MtfWriter.layOut(again, 69)).isEqualTo(written);
            assertThat(new String(written, StandardCharsets.UTF_8).lines())
                    .allSatisfy(line ->
                            assertThat(line.codePointCount(0, line.length())).isLessThanOrEqualTo(69));
        }
    }

    @Test
    void refusesToBuildWhatCouldNotBeReadBack() {
        for (String field : new String[] {"", "A/B", " A", "A\nB"}) {
            assertThatThrownBy(() -> LinearSet.of("UNIT", field)).isInstanceOf(IllegalArgumentException.class);
        }
        for (String id : new String[] {"AB", "unit", "1AMMO", "RMKS", "NINELETTER"}) {
            assertThatThrownBy(() -> LinearSet.of(id, "A")).isInstanceOf(IllegalArgumentException.class);
        }
        for (String text : new String[] {"", " ", "/A", "A/", "A // B", "A\nREF/B", "A\nBT\nB", "A\nPAGE 2\nB"}) {
            assertThatThrownBy(() -> FreeTextSet.of("RMKS", text)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> FreeTextSet.gentext("S".repeat(62), "A")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ColumnarSet.of("1AMMO", List.of("A"), List.of(List.of("1", "2"))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ColumnarSet.of("AMMO", List.of("A"), List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
