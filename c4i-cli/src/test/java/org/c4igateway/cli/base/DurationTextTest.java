package org.c4igateway.cli.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DurationTextTest {
    @ParameterizedTest
    @CsvSource({"250ms, PT0.25S", "90s, PT90S", "30m, PT30M", "2h, PT2H", "7d, P7D", "PT5M, PT5M"})
    void readsShortAndIsoForms(String text, Duration expected) {
        assertThat(new DurationText().convert(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "m", "-5s", "0s", "1 week", "99999999999s"})
    void refusesWhatIsNoPositiveTime(String text) {
        assertThatThrownBy(() -> new DurationText().convert(text)).isInstanceOf(TypeConversionException.class);
    }

    @Test
    void ignoresCaseAndBlanksAround() {
        assertThat(new DurationText().convert(" 2H ")).isEqualTo(Duration.ofHours(2));
    }
}
