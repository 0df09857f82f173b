package org.c4igateway.dds.cyclone;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampleIntakeTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1800000000123456789, 1800000000123456789",
        "2147483647999999999, 2147483647999999999",
        "-2147483648000000000, 2147483648000000000",
        "-2147483647500000000, 2147483648500000000",
        "-1, 4294967295999999999",
        "4294967295000000000, 4294967295000000000"
    })
    void takesSecondsWithASignForThoseAfter2038(long timestamp, long sourceNanos) {
        assertThat(SampleIntake.sourceNanos(timestamp)).isEqualTo(sourceNanos);
    }

    @ParameterizedTest
    @CsvSource({"-9223372036854775808", "-2147483648000000001"})
    void makesNoTimeOfWhatIsNone(long timestamp) {
        assertThat(SampleIntake.sourceNanos(timestamp)).isNegative();
    }
}
