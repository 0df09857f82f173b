package org.c4igateway.core.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrecedenceTest {
    @Test
    void hasTheCodesOfDatabaseAndWire() {
        for (int code = 0; code < 4; code++) {
            assertThat(Precedence.isValid(code)).isTrue();
            assertThat(Precedence.ofCode(code).code()).isEqualTo(code);
        }
        assertThat(Precedence.ofCode(0)).isEqualTo(Precedence.FLASH);
        assertThat(Precedence.ofCode(3)).isEqualTo(Precedence.ROUTINE);
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 4, Integer.MAX_VALUE})
    void hasNoOtherCode(int code) {
        assertThat(Precedence.isValid(code)).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Precedence.ofCode(code))
                .withMessageContaining("0 (FLASH) to 3 (ROUTINE)");
    }
}
