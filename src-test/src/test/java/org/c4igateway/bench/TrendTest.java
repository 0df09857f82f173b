package org.c4igateway.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class TrendTest {
    private static final int LOOKS = 90;

    @Test
    void findsTheLine() {
        Trend trend = Trend.of(minutes(), values(x -> 50 + 2 * x));

        assertThat(trend.slope()).isCloseTo(2, within(1e-9));
        assertThat(trend.error()).isCloseTo(0, within(1e-9));
        assertThat(trend.growth()).isCloseTo(2 * (LOOKS - 1), within(1e-6));
        assertThat(trend.grows(0)).isTrue();
    }

    @Test
    void takesNoiseAndSawteethForFlat() {
        for (int seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            assertThat(Trend.of(minutes(), values(x -> 60 + 8 * random.nextGaussian()))
                            .grows(8))
                    .as("seed %d", seed)
                    .isFalse();
        }
        assertThat(Trend.of(minutes(), values(x -> 20_000 * (x % 7))).grows(20_000))
                .isFalse();
    }

    @Test
    void findsALeakWithinNoise() {
        for (int seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            assertThat(Trend.of(minutes(), values(x -> 60 + 0.25 * x + 3 * random.nextGaussian()))
                            .grows(8))
                    .as("seed %d", seed)
                    .isTrue();
        }
    }

    @Test
    void leavesOutWhatIsSmall() {
        assertThat(Trend.of(minutes(), values(x -> 1 + 0.05 * x)).grows(8)).isFalse();
        assertThat(Trend.of(minutes(), values(x -> 1_000 + 0.5 * x)).grows(8)).isFalse();
    }

    @Test
    void makesNoTrendOfAFewPoints() {
        assertThatThrownBy(() -> Trend.of(new double[] {1, 2}, new double[] {1, 2}))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static double[] minutes() {
        double[] x = new double[LOOKS];
        Arrays.setAll(x, i -> i);
        return x;
    }

    private static double[] values(DoubleUnaryOperator line) {
        return Arrays.stream(minutes()).map(line).toArray();
    }
}
