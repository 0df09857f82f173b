package org.c4igateway.topics.mtf;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.c4igateway.topics.mtf.rule.Diagnostic;
import org.c4igateway.topics.mtf.rule.MtfEncoding;
import org.junit.jupiter.api.Test;

class MtfTranscoderTest {

    @Test
    void carriesAllModernHangulThroughCp949() {
        StringBuilder all = new StringBuilder();
        for (char syllable = '\uac00'; syllable <= '\ud7a3'; syllable++) {
            all.append(syllable);
        }
        byte[] utf8 = all.toString().getBytes(StandardCharsets.UTF_8);

        MtfTranscoder.Transcoded edge = MtfTranscoder.fromUtf8(utf8, MtfEncoding.CP949);
        MtfTranscoder.Transcoded back = MtfTranscoder.toUtf8(edge.bytes(), MtfEncoding.CP949);

        assertThat(all).hasSize(11_172);
        assertThat(edge.lossless()).isTrue();
        assertThat(edge.bytes()).hasSize(2 * 11_172);
        assertThat(back.bytes()).isEqualTo(utf8);
    }

    @Test
    void reportsEachCharacterThatDoesNotFit() {
        byte[] utf8 = "RMKS/A é B//\nRMKS/가😀//\n".getBytes(StandardCharsets.UTF_8);

        MtfTranscoder.Transcoded korean = MtfTranscoder.fromUtf8(utf8, MtfEncoding.CP949);
        MtfTranscoder.Transcoded latin = MtfTranscoder.fromUtf8(utf8, MtfEncoding.CP1252);

        assertThat(korean.diagnostics())
                .extracting(Diagnostic::toString)
                .containsExactly(
                        "1:8: error [encoding.unmappable] U+00E9 is not in CP949",
                        "2:7: error [encoding.unmappable] U+1F600 is not in CP949");
        assertThat(latin.diagnostics())
                .extracting(Diagnostic::toString)
                .containsExactly(
                        "2:6: error [encoding.unmappable] U+AC00 is not in CP1252",
                        "2:7: error [encoding.unmappable] U+1F600 is not in CP1252");
        assertThat(new String(latin.bytes(), MtfEncoding.CP1252.charset())).isEqualTo("RMKS/A é B//\nRMKS/??//\n");
    }

    @Test
    void reportsBytesThatTheEdgeEncodingDoesNotHave() {
        byte[] broken = {'A', '\n', 'B', (byte) 0xff, 'C'};

        assertThat(MtfTranscoder.toUtf8(broken, MtfEncoding.CP949).diagnostics())
                .extracting(Diagnostic::toString)
                .containsExactly("2:2: error [encoding.invalid] byte that CP949 does not have");
    }
}
