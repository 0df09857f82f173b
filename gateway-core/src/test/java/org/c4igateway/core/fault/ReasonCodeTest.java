package org.c4igateway.core.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReasonCodeTest {
    @ParameterizedTest
    @EnumSource
    void findsItsConstantsByNumberAndByText(ErrorCode known) {
        assertThat(ReasonCode.of(known.number())).isSameAs(known);
        assertThat(ReasonCode.ofCode(known.code())).isSameAs(known);
    }

    @Test
    void keepsANumberThatItDoesNotKnow() {
        ReasonCode later = ReasonCode.ofCode("GW-399");

        assertThat(later).isEqualTo(ReasonCode.of(399)).hasToString("GW-399").isNotInstanceOf(ErrorCode.class);
        assertThat(later.code()).isEqualTo("GW-399");
        assertThat(later.number()).isEqualTo(399);
    }

    @ParameterizedTest
    @ValueSource(ints = {ReasonCode.MIN_NUMBER, ReasonCode.MAX_NUMBER})
    void takesTheSmallestAndTheLargestNumber(int number) {
        assertThat(ReasonCode.of(number).number()).isEqualTo(number);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 99, 1_000, -301})
    void refusesNumbersThatNoReleaseGives(int number) {
        assertThatIllegalArgumentException().isThrownBy(() -> ReasonCode.of(number));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "GW-", "GW-1", "GW-0301", "gw-301", "GW-30x", "GW-301 ", "301"})
    void refusesTextsThatAreNoCode(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> ReasonCode.ofCode(text));
    }
}
