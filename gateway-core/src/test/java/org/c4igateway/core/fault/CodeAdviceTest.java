package org.c4igateway.core.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CodeAdviceTest {
    @Test
    void advisesOnEachCodeInTheirOrder() {
        assertThat(CodeAdvice.all()).extracting(CodeAdvice::code).containsExactly(ErrorCode.values());
    }

    @Test
    void namesKeysOneByOneAndNoneWhereNoneMatters() {
        assertThat(CodeAdvice.all())
                .flatExtracting(CodeAdvice::keys)
                .allSatisfy(key -> assertThat(key).doesNotContain(",", " ").isNotEqualTo("none"));
        assertThat(of(ErrorCode.CONFIGURATION).keys()).isEmpty();
        assertThat(of(ErrorCode.NATIVE_LIBRARY).keys()).containsExactly("c4i.transports.dds.provider");
    }

    @Test
    void hasTheTextWithoutItsLabel() {
        CodeAdvice advice = of(ErrorCode.NATIVE_LIBRARY);

        assertThat(advice.meaning()).startsWith("The native DDS library");
        assertThat(advice.remedy()).startsWith("follow the message");
        assertThat(advice.command()).isEqualTo("doctor");
    }

    @ParameterizedTest
    @CsvSource({"' ', remedy, command", "meaning, ' ', command", "meaning, remedy, ' '"})
    void refusesAdviceWithoutContent(String meaning, String remedy, String command) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CodeAdvice(ErrorCode.DEFECT, meaning, remedy, List.of(), command));
    }

    private static CodeAdvice of(ErrorCode code) {
        return CodeAdvice.all().stream()
                .filter(advice -> advice.code() == code)
                .findFirst()
                .orElseThrow();
    }
}
