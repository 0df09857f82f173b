package org.c4igateway.topics.mtf.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.c4igateway.topics.mtf.rule.MtfEncoding;
import org.c4igateway.topics.mtf.text.MtfTranscoder.Transcoded;
import org.c4igateway.topics.mtf.text.MtfTranscoder.Transcoded.Misfit;
import org.c4igateway.topics.mtf.text.MtfTranscoder.Transcoded.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class MtfTranscoderTest {
    private static final Charset MS949 = MtfEncoding.CP949.charset();
    private static final String SYLLABLES = IntStream.rangeClosed('\uac00', '\ud7a3')
            .mapToObj(Character::toString)
            .collect(Collectors.joining());

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] converted(Transcoded result) {
        assertThat(result).isInstanceOf(Text.class);
        return ((Text) result).bytes();
    }

    private static String misfit(Transcoded result) {
        assertThat(result).isInstanceOf(Misfit.class);
        return result.toString();
    }

    private static int[] charactersOf(MtfEncoding encoding) {
        CharsetEncoder encoder = encoding.charset().newEncoder();
        return IntStream.rangeClosed(0, Character.MAX_VALUE)
                .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
                .filter(c -> encoder.canEncode(Character.toString(c)))
                .toArray();
    }

    @Test
    void carriesAllModernHangulThroughMs949() {
        byte[] edge = converted(MtfTranscoder.fromUtf8(utf8(SYLLABLES), MtfEncoding.CP949, Unmappable.REJECT));

        assertThat(SYLLABLES).hasSize(11_172);
        assertThat(edge).hasSize(2 * 11_172).isEqualTo(SYLLABLES.getBytes(MS949));
        assertThat(converted(MtfTranscoder.toUtf8(edge, MtfEncoding.CP949))).isEqualTo(utf8(SYLLABLES));
    }

    /** Rows 0xCA to 0xFD of KS X 1001; 268 of them stand there twice and have code points of their own. */
    @Test
    void carriesAllHanjaOfKsX1001ThroughMs949() {
        byte[] edge = new byte[(0xfd - 0xca + 1) * 94 * 2];
        int at = 0;
        for (int row = 0xca; row <= 0xfd; row++) {
            for (int cell = 0xa1; cell <= 0xfe; cell++) {
                edge[at++] = (byte) row;
                edge[at++] = (byte) cell;
            }
        }
        byte[] wire = converted(MtfTranscoder.toUtf8(edge, MtfEncoding.CP949));

        assertThat(new String(wire, StandardCharsets.UTF_8)).hasSize(4_888);
        assertThat(converted(MtfTranscoder.fromUtf8(wire, MtfEncoding.CP949, Unmappable.REJECT)))
                .isEqualTo(edge);
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "UTF_8")
    void carriesEveryCharacterOfAnEncodingBothWays(MtfEncoding encoding) {
        int[] all = charactersOf(encoding);
        assertThat(all).hasSizeGreaterThan(250);
        for (int c : all) {
            byte[] wire = utf8("A" + Character.toString(c) + "B");
            byte[] edge = converted(MtfTranscoder.fromUtf8(wire, encoding, Unmappable.REJECT));
            assertThat(converted(MtfTranscoder.toUtf8(edge, encoding)))
                    .as("U+%04X", c)
                    .isEqualTo(wire);
        }
    }

    /**
     * A drawn message may be Hangul in UTF-8 as well, byte for byte, which is refused. Repeat with
     * -Dc4i.test.seed=SEED.
     */
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "UTF_8")
    void changesNoDrawnMessageOnItsWayThereAndBack(MtfEncoding encoding) {
        long seed = Long.getLong("c4i.test.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        int[] alphabet = charactersOf(encoding);
        for (int i = 0; i < 2_000; i++) {
            StringBuilder text = new StringBuilder("MSGID/GENADMIN/");
            random.ints(random.nextInt(200), 0, alphabet.length)
                    .forEach(drawn -> text.appendCodePoint(drawn % 7 == 0 ? '\n' : alphabet[drawn]));
            byte[] wire = utf8(text.toString());
            byte[] edge = converted(MtfTranscoder.fromUtf8(wire, encoding, Unmappable.REJECT));
            String read = new String(edge, StandardCharsets.UTF_8);
            boolean hangulInUtf8 = Arrays.equals(edge, utf8(read)) && read.matches("(?s).*[가-힣].*");
            if (hangulInUtf8) {
                assertThat(misfit(MtfTranscoder.toUtf8(edge, encoding)))
                        .as("seed %d, message %d", seed, i)
                        .endsWith("is a Hangul syllable in UTF-8");
            } else {
                assertThat(converted(MtfTranscoder.toUtf8(edge, encoding)))
                        .as("seed %d, message %d", seed, i)
                        .isEqualTo(wire);
            }
        }
    }

    /** Repeat with -Dc4i.test.seed=SEED. */
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "UTF_8")
    void refusesDrawnBytesOrGivesThemBackUnchanged(MtfEncoding encoding) {
        long seed = Long.getLong("c4i.test.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 5_000; i++) {
            byte[] edge = new byte[random.nextInt(1, 12)];
            random.nextBytes(edge);
            switch (MtfTranscoder.toUtf8(edge, encoding)) {
                case Text(byte[] wire) ->
                    assertThat(converted(MtfTranscoder.fromUtf8(wire, encoding, Unmappable.REJECT)))
                            .as("seed %d, message %d", seed, i)
                            .isEqualTo(edge);
                case Misfit misfit -> assertThat(misfit.offset()).isBetween(0, edge.length - 1);
            }
        }
    }

    @Test
    void namesACharacterThatTheEdgeLacksAndItsPlace() {
        byte[] wire = utf8("RMKS/A 가//\nRMKS/한😀 é//\n");

        assertThat(misfit(MtfTranscoder.fromUtf8(wire, MtfEncoding.CP949, Unmappable.REJECT)))
                .isEqualTo("line 2, column 7 (byte 21): U+1F600 GRINNING FACE is not in MS949");
        assertThat(misfit(MtfTranscoder.fromUtf8(wire, MtfEncoding.CP1252, Unmappable.REJECT)))
                .isEqualTo("line 1, column 8 (byte 7): U+AC00 HANGUL SYLLABLES AC00 is not in windows-1252");
    }

    @Test
    void writesCharactersThatTheEdgeLacksAsTheirCodePoints() {
        byte[] wire = utf8("RMKS/가 é 😀//\n");

        assertThat(converted(MtfTranscoder.fromUtf8(wire, MtfEncoding.CP949, Unmappable.ESCAPE)))
                .isEqualTo("RMKS/가 \\u{00E9} \\u{1F600}//\n".getBytes(MS949));
        assertThat(converted(MtfTranscoder.fromUtf8(wire, MtfEncoding.CP1252, Unmappable.ESCAPE)))
                .isEqualTo("RMKS/\\u{AC00} é \\u{1F600}//\n".getBytes(MtfEncoding.CP1252.charset()));
    }

    @Test
    void namesBytesThatTheEdgeEncodingDoesNotHaveAndTheirPlace() {
        byte[] broken = "A\n가B!C".getBytes(MS949);
        broken[5] = (byte) 0xff;
        assertThat(misfit(MtfTranscoder.toUtf8(broken, MtfEncoding.CP949)))
                .isEqualTo("line 2, column 3 (byte 5): 0xFF is no character of MS949");
        byte[] cut = Arrays.copyOf("RMKS/가".getBytes(MS949), 6);
        assertThat(misfit(MtfTranscoder.toUtf8(cut, MtfEncoding.CP949)))
                .isEqualTo("line 1, column 6 (byte 5): 0xB0 is no character of MS949");
        assertThat(misfit(MtfTranscoder.toUtf8(new byte[] {'A', (byte) 0x81}, MtfEncoding.CP1252)))
                .isEqualTo("line 1, column 2 (byte 1): 0x81 is no character of windows-1252");
        assertThat(misfit(MtfTranscoder.toUtf8(new byte[] {'A', (byte) 0xb0}, MtfEncoding.UTF_8)))
                .isEqualTo("line 1, column 2 (byte 1): 0xB0 is not UTF-8");
    }

    /** Both encodings can read these bytes, but as other characters than those that were written. */
    @Test
    void refusesHangulInUtf8WhereTheEdgeIsToldToWriteAnotherEncoding() {
        byte[] wrong = utf8("RMKS/보병//\n");
        assertThat(new String(wrong, MS949).getBytes(MS949)).isEqualTo(wrong);

        assertThat(misfit(MtfTranscoder.toUtf8(wrong, MtfEncoding.CP949)))
                .isEqualTo("line 1, column 6 (byte 5): 0xEBB3B4 is a Hangul syllable in UTF-8");
        assertThat(misfit(MtfTranscoder.toUtf8(wrong, MtfEncoding.CP1252)))
                .isEqualTo("line 1, column 6 (byte 5): 0xEBB3B4 is a Hangul syllable in UTF-8");
        assertThat(MtfTranscoder.readsAs(wrong, MtfEncoding.CP949)).contains(MtfEncoding.UTF_8);
    }

    @Test
    void copiesNothingWhenAMessageIsAscii() {
        byte[] ascii = utf8("MSGID/GENADMIN/1DIV/001//\n");

        for (MtfEncoding encoding : MtfEncoding.values()) {
            assertThat(converted(MtfTranscoder.toUtf8(ascii, encoding))).isSameAs(ascii);
            assertThat(converted(MtfTranscoder.fromUtf8(ascii, encoding, Unmappable.REJECT)))
                    .isSameAs(ascii);
        }
    }

    @Test
    void guessesMs949OnlyWhereBytesReadAsHangul() {
        assertThat(MtfTranscoder.readsAs("RMKS/적 탱크 3대//".getBytes(MS949), MtfEncoding.UTF_8))
                .contains(MtfEncoding.CP949);
        assertThat(MtfTranscoder.readsAs(utf8("RMKS/적 탱크 3대//"), MtfEncoding.UTF_8))
                .isEmpty();
        assertThat(MtfTranscoder.readsAs(new byte[] {'A', (byte) 0xe9, ' ', 'B'}, MtfEncoding.UTF_8))
                .isEmpty();
        assertThat(MtfTranscoder.readsAs(
                        "RMKS/THE SHIP’S “CALM” 3°C//".getBytes(MtfEncoding.CP1252.charset()), MtfEncoding.UTF_8))
                .as("quotation marks of windows-1252 before letters")
                .isEmpty();
        assertThat(MtfTranscoder.readsAs(utf8("MSGID"), MtfEncoding.CP949)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "UTF-8, UTF_8",
        "utf8, UTF_8",
        "MS949, CP949",
        "cp949, CP949",
        "euc-kr, CP949",
        "EUC_KR, CP949",
        "windows-949, CP949",
        "windows-1252, CP1252",
        "Cp1252, CP1252"
    })
    void knowsAnEncodingByItsNames(String name, MtfEncoding encoding) {
        assertThat(MtfEncoding.named(name)).contains(encoding);
    }

    @Test
    void knowsNoOtherEncoding() {
        assertThat(List.of("", "UTF-16", "ISO-8859-1", "SHIFT_JIS", "windows-1251"))
                .allMatch(name -> MtfEncoding.named(name).isEmpty());
    }
}
