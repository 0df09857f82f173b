package org.c4igateway.core.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.EdgeText.Turned;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.topics.mtf.rule.MtfEncoding;
import org.c4igateway.topics.mtf.text.Unmappable;
import org.junit.jupiter.api.Test;

class EdgeTextTest {
    private static final Charset MS949 = MtfEncoding.CP949.charset();
    private static final EdgeText KOREAN = new EdgeText(MtfEncoding.CP949, Unmappable.REJECT);
    private static final String TEXT = "MSGID/SITREP/1DIV//\nGENTEXT/상황/적 탱크 3대 發見//\n";

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Message message(byte[] payload) {
        return Drafts.message(1, Drafts.ORIGIN).withPayload(payload);
    }

    private static byte[] converted(Turned turned) {
        assertThat(turned).isInstanceOf(Turned.Converted.class);
        return ((Turned.Converted) turned).message().payload();
    }

    @Test
    void turnsRowsIntoUtf8AndBack() {
        assertThat(converted(KOREAN.toWire(message(TEXT.getBytes(MS949))))).isEqualTo(utf8(TEXT));
        assertThat(converted(KOREAN.toRow(message(utf8(TEXT))))).isEqualTo(TEXT.getBytes(MS949));
    }

    @Test
    void leavesEveryByteAloneWhereTheEdgeIsUtf8() {
        byte[] noText = {0, (byte) 0xff, (byte) 0xc3, 0x28};

        assertThat(converted(EdgeText.UTF_8.toWire(message(noText)))).isSameAs(noText);
        assertThat(converted(EdgeText.UTF_8.toRow(message(noText)))).isSameAs(noText);
    }

    @Test
    void advisesUtf8WhereAnEdgeWritesIt() {
        assertThat(KOREAN.toWire(message(utf8("보병//"))))
                .isEqualTo(new Turned.Flawed(
                        ErrorCode.EDGE_ENCODING,
                        "line 1, column 1 (byte 0): 0xEBB3B4 is a Hangul syllable in UTF-8;"
                                + " the message reads as UTF-8; set c4i.encoding: UTF-8"));
    }

    @Test
    void tellsWhatTheEdgeLacksFromWhatIsNotUtf8() {
        assertThat(KOREAN.toRow(message(utf8("A\né"))))
                .isEqualTo(new Turned.Flawed(
                        ErrorCode.UNMAPPABLE_CHARACTER,
                        "line 2, column 1 (byte 2): U+00E9 LATIN SMALL LETTER E WITH ACUTE is not in MS949"));
        assertThat(KOREAN.toRow(message("한국".getBytes(MS949))))
                .isEqualTo(new Turned.Flawed(
                        ErrorCode.INVALID_ENCODING,
                        "line 1, column 1 (byte 0): 0xC7 is not UTF-8;"
                                + " the message reads as CP949; set c4i.encoding at its origin: MS949"));
    }

    @Test
    void explainsNothingThatReadsAsNothingKnown() {
        assertThat(EdgeText.explanation(new byte[] {'A', (byte) 0xff}, "c4i.encoding"))
                .isEmpty();
        assertThat(EdgeText.explanation(utf8(TEXT), "c4i.encoding")).isEmpty();
    }
}
