package org.c4igateway.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {
    @Test
    void writesEveryKindOfValue() {
        assertThat(Json.write(List.of(1, 2.5, true, "x", Map.of("k", List.of()))))
                .isEqualTo("[1,2.5,true,\"x\",{\"k\":[]}]");
        assertThat(Json.write(null)).isEqualTo("null");
        assertThat(Json.write(Double.NaN)).isEqualTo("null");
    }

    @Test
    void escapesWhatWouldBreakAString() {
        assertThat(Json.write("a\"b\\c\n\t\u0001")).isEqualTo("\"a\\\"b\\\\c\\n\\t\\u0001\"");
    }

    @Test
    void keepsHangulAndEscapesHalfACharacter() {
        assertThat(Json.write("\uac00 \ud83d\ude00")).isEqualTo("\"\uac00 \ud83d\ude00\"");
        assertThat(Json.write("\ud83d")).isEqualTo("\"\\ud83d\"");
    }
}
