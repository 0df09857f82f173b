package org.c4igateway.lab.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against samples whose statistics are known from elsewhere. */
class RepetitionsTest {
    /** Michelson's first 15 speeds of light (km/s above 299,000), 1879. */
    private static final double[] MICHELSON = {
        850, 740, 900, 1070, 930, 850, 950, 980, 980, 880, 1000, 980, 930, 650, 760
    };

    @Test
    void givesMedianMeanAndDeviation() {
        Repetitions repetitions = Repetitions.of(MICHELSON);

        assertThat(repetitions.median()).isEqualTo(930);
        assertThat(repetitions.mean()).isCloseTo(896.667, within(0.001));
        assertThat(repetitions.deviation()).isCloseTo(111.910, within(0.001));
        assertThat(repetitions.min()).isEqualTo(650);
        assertThat(repetitions.max()).isEqualTo(1070);
        assertThat(Repetitions.of(1, 2, 3, 10).median()).isEqualTo(2.5);
    }

    @Test
    void boundsTheMedianOfFifteenByRanksFourAndTwelve() {
        assertThat(Repetitions.of(MICHELSON).medianInterval()).contains(new Repetitions.Interval(850, 980));
    }

    /** From tables of order statistics: the greatest rank with a coverage of 95 % or more. */
    @ParameterizedTest
    @CsvSource({"3, 0", "5, 0", "6, 1", "8, 1", "9, 2", "12, 3", "15, 4", "20, 6", "30, 10", "100, 40"})
    void knowsWhichRanksCoverTheMedian(int count, int rank) {
        assertThat(Repetitions.lowRank(count)).isEqualTo(rank);
    }

    @Test
    void coversTheMedianOfASkewedDistributionAsOftenAsItSays() {
        SplittableRandom random = new SplittableRandom(3);
        int covered = 0;
        for (int trial = 0; trial < 4_000; trial++) {
            double[] drawn = IntStream.range(0, 15)
                    .mapToDouble(i -> Math.exp(2 * random.nextGaussian()))
                    .toArray();
            Repetitions.Interval interval =
                    Repetitions.of(drawn).medianInterval().orElseThrow();
            covered += interval.low() <= 1 && 1 <= interval.high() ? 1 : 0;
        }

        assertThat(covered / 4_000.0).isCloseTo(0.965, within(0.012));
    }

    @Test
    void ordersWhatNeverFinishedBehindEverythingElse() {
        assertThat(Repetitions.of(Double.NEGATIVE_INFINITY, 5, 7).median()).isEqualTo(5);
        assertThat(Repetitions.of(Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY, 7)
                        .median())
                .isEqualTo(Double.NEGATIVE_INFINITY);
    }

    @Test
    void refusesNothingAndNoNumbers() {
        assertThatIllegalArgumentException().isThrownBy(Repetitions::of);
        assertThatIllegalArgumentException().isThrownBy(() -> Repetitions.of(1, Double.NaN));
    }
}
