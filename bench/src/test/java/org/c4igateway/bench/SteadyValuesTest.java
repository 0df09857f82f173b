package org.c4igateway.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class SteadyValuesTest {
    @Test
    void stopsWhenThreeInARowAreWithinFivePercent() throws Exception {
        Queue<Double> windows = new ArrayDeque<>(List.of(10.0, 50.0, 90.0, 98.0, 100.0, 96.0, 1.0));

        SteadyValues steady = SteadyValues.take(12, windows::remove);

        assertThat(steady.isSteady()).isTrue();
        assertThat(windows).containsExactly(1.0);
        assertThat(steady.describe()).isEqualTo("steady after 6 windows");
    }

    @Test
    void saysThatItNeverBecameSteady() throws Exception {
        Queue<Double> windows = new ArrayDeque<>(List.of(10.0, 20.0, 40.0, 30.0, 20.0));

        SteadyValues steady = SteadyValues.take(4, windows::remove);

        assertThat(steady.isSteady()).isFalse();
        assertThat(windows).hasSize(1);
        assertThat(steady.describe()).isEqualTo("NOT steady after 4 windows, the last 20.0 to 40.0");
    }

    @Test
    void readsProcessorTimeBehindNamesWithBlanksAndBrackets() {
        String stat = "42 (a ) b) S 1 42 42 0 -1 4194560 100 0 0 0 250 50 7 9 20 0 5 0 1000 1 1";

        assertThat(ProcessorTime.micros(stat)).isEqualTo(3_000_000);
    }
}
