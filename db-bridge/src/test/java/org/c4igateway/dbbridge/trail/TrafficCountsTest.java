package org.c4igateway.dbbridge.trail;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TrafficCountsTest {
    private static final TrafficCounts.Key KEY = new TrafficCounts.Key("A001", "BRAVO");

    @Test
    void tellsTheRateOfPartsOfASecond() {
        TrafficCounts counts = new TrafficCounts(
                Duration.ofMillis(250), Map.of(KEY, 5_000L), Duration.ofMillis(2_500), Map.of(KEY, 20_000L));

        assertThat(counts.sentPerMinute(KEY)).isEqualTo(20_000 * 60.0);
        assertThat(counts.receivedPerMinute(KEY)).isEqualTo(8_000 * 60.0);
    }
}
