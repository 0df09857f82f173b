package org.c4igateway.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.c4igateway.lab.stats.PairedRatio;
import org.junit.jupiter.api.Test;

class MetricsBenchmarkTest {
    @Test
    void callsTheRangeOfFewPairsNoInterval() {
        double[] without = {100, 100, 100};

        assertThat(MetricsBenchmark.remark(PairedRatio.of(new double[] {97, 98, 99}, without, 1)))
                .isEqualTo("ratio of the medians 0.980, all 3 pairs between 0.970 and 0.990");
    }

    @Test
    void callsTheIntervalOfSixPairsByItsShare() {
        double[] same = {100, 100, 100, 100, 100, 100};

        assertThat(MetricsBenchmark.remark(PairedRatio.of(same, same, 1)))
                .isEqualTo("ratio of the medians 1.000, 95 % between 1.000 and 1.000");
    }
}
