package org.c4igateway.lab.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PairedRatioTest {
    @Test
    void givesTheExactRatioOfProportionalPairs() {
        double[] below = {10, 20, 40, 10, 20, 40};
        double[] above = {15, 30, 60, 15, 30, 60};

        assertThat(PairedRatio.of(above, below, 1)).isEqualTo(new PairedRatio(1.5, 1.5, 1.5, 6));
    }

    /** Draws from a few pairs cannot leave what was seen, so that noise would look like a difference. */
    @Test
    void tellsNoDifferenceByFewerThanSixPairs() {
        double[] below = {10, 20, 40, 10, 20};
        double[] above = {10.5, 21, 42.8, 10.4, 21};

        PairedRatio few = PairedRatio.of(above, below, 1);

        assertThat(few.hasInterval()).isFalse();
        assertThat(few.differs()).isFalse();
        assertThat(few.low()).isCloseTo(1.04, within(1e-12));
        assertThat(few.high()).isCloseTo(1.07, within(1e-12));
    }

    @Test
    void saysWhenThereIsNoDifference() {
        SplittableRandom random = new SplittableRandom(5);
        double[] one = draw(random, 100);
        double[] same = draw(random, 100);
        double[] more = draw(random, 130);

        assertThat(PairedRatio.of(same, one, 1).differs()).isFalse();
        PairedRatio larger = PairedRatio.of(more, one, 1);
        assertThat(larger.differs()).isTrue();
        assertThat(larger.ratio()).isCloseTo(1.3, within(0.1));
        assertThat(larger.low()).isLessThan(larger.ratio());
        assertThat(larger.high()).isGreaterThan(larger.ratio());
    }

    @Test
    void refusesWhatIsNoPair() {
        assertThatIllegalArgumentException().isThrownBy(() -> PairedRatio.of(new double[] {1}, new double[] {1, 2}, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> PairedRatio.of(new double[0], new double[0], 1));
    }

    private static double[] draw(SplittableRandom random, double mean) {
        double[] drawn = new double[15];
        Arrays.setAll(drawn, i -> mean * (1 + 0.05 * random.nextGaussian()));
        return drawn;
    }
}
