package org.c4igateway.dbbridge.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StorableTextTest {
    @Test
    void isWhatTheServerTakesAsText() {
        for (String text : new String[] {"", "늦음", "\ud800\udc00", "\ud7ff\ue000", "\t\r\n"}) {
            assertThat(StorableText.isStorable(text)).as(text).isTrue();
            assertThat(StorableText.mended(text)).isEqualTo(text);
        }
        for (String text : new String[] {"\0", "a\0", "\ud800", "\udfff", "\udc00\ud800"}) {
            assertThat(StorableText.isStorable(text)).isFalse();
        }
    }

    @Test
    void showsWhereSomethingWasThatTheServerDoesNotTake() {
        assertThat(StorableText.mended("a\0b\ud800c\udfffd\ud800\udc00e\ud7ff\ue000"))
                .isEqualTo("a\ufffdb\ufffdc\ufffdd\ud800\udc00e\ud7ff\ue000");
    }

    @Test
    void isCutForPeople() {
        assertThat(StorableText.mended("x".repeat(2_000))).hasSize(2_000);
        assertThat(StorableText.mended("x".repeat(2_001))).isEqualTo("x".repeat(2_000));
    }
}
