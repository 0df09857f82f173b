package org.c4igateway.core.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BitRateTest {
    @ParameterizedTest
    @CsvSource({
        "9600,9600",
        "1,1",
        "9.6kbit,9600",
        "' 2 Mbit/s ',2000000",
        "1Gbit,1000000000",
        "0.5mbit,500000",
        "300bit/s,300"
    })
    void readsRatesAsPeopleWriteThem(String text, long bitsPerSecond) {
        assertThat(BitRate.isValid(text)).isTrue();
        assertThat(BitRate.bitsPerSecond(text)).isEqualTo(bitsPerSecond);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "fast", "-1", "1e6", "2 mb", "1kbit1", "1.2345678", "1234567890123", "999999999999gbit"})
    void refusesWhatIsNoRate(String text) {
        assertThat(BitRate.isValid(text)).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> BitRate.bitsPerSecond(text));
    }

    @Test
    void refusesNoRateAtAll() {
        assertThat(BitRate.isValid(null)).isFalse();
        assertThat(BitRate.isValid("0")).isFalse();
        assertThat(BitRate.isValid("0.4bit")).isFalse();
    }
}
