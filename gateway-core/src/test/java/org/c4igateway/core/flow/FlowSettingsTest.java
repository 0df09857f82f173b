package org.c4igateway.core.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.c4igateway.core.fault.InvalidSettingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlowSettingsTest {
    private static FlowSettings settings(Map<String, Long> other) {
        return new FlowSettings(
                number("max-in-flight-rows", 20, other),
                number("max-in-flight-bytes", 20, other),
                number("fetch-rows", 1, other),
                time("send-timeout", 1, other),
                time("receipt-timeout", 1, other),
                time("max-receipt-timeout", 1, other),
                time("fast-poll", 1, other),
                time("idle-poll", 1, other),
                number("inbound-rows", 1, other),
                number("inbound-bytes", 1, other),
                number("inbound-batch-rows", 1, other),
                time("retry-pause", 1_000_000, other),
                time("max-retry-pause", 1_000_000, other));
    }

    private static int number(String name, int smallest, Map<String, Long> other) {
        return Math.toIntExact(other.getOrDefault(name, (long) smallest));
    }

    private static Duration time(String name, long smallestNanos, Map<String, Long> other) {
        return Duration.ofNanos(other.getOrDefault(name, smallestNanos));
    }

    @Test
    void takesTheSmallestOfEach() {
        assertThat(settings(Map.of()).maxInFlightRows()).isEqualTo(20);
    }

    @ParameterizedTest
    @CsvSource({
        "max-in-flight-rows, 19",
        "max-in-flight-bytes, 19",
        "fetch-rows, 0",
        "send-timeout, 0",
        "receipt-timeout, 0",
        "max-receipt-timeout, 0",
        "fast-poll, 0",
        "idle-poll, 0",
        "inbound-rows, 0",
        "inbound-bytes, 0",
        "inbound-batch-rows, 0",
        "retry-pause, 999999",
        "max-retry-pause, 999999"
    })
    void refusesLessAndNamesTheKey(String name, long value) {
        assertThatThrownBy(() -> settings(Map.of(name, value)))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining(name);
    }
}
