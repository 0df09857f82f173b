package org.c4igateway.core.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DscpTest {
    @ParameterizedTest
    @CsvSource({"0,0", "63,63", "ef,46", "CS0,0", "CS7,56", "AF11,10", "AF43,38", "voice-admit,44", "LE,1", "' 34 ',34"
    })
    void readsNumbersAndTheNamesOfTheStandards(String text, int value) {
        assertThat(Dscp.parse(text)).isEqualTo(new Dscp(value));
        assertThat(Dscp.parse(text).trafficClass()).isEqualTo(4 * value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "64", "-1", "CS8", "AF44", "AF51", "urgent", "0x2e"})
    void refusesAnythingElse(String text) {
        assertThatThrownBy(() -> Dscp.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
