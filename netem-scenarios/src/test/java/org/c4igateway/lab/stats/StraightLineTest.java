package org.c4igateway.lab.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class StraightLineTest {
    @Test
    void findsTheLineOfPointsOnOne() {
        StraightLine line = StraightLine.through(new double[] {1, 2, 4}, new double[] {5, 7, 11});

        assertThat(line.slope()).isCloseTo(2, within(1e-12));
        assertThat(line.intercept()).isCloseTo(3, within(1e-12));
        assertThat(line.determination()).isCloseTo(1, within(1e-12));
    }

    /** By hand: means 2 and 2, sums of squares 2, 2 and 0.5 of the products. */
    @Test
    void saysHowMuchOfTheVarianceItExplains() {
        StraightLine line = StraightLine.through(new double[] {1, 2, 3}, new double[] {1.5, 3, 1.5 + 0.5});

        assertThat(line.slope()).isCloseTo(0.25, within(1e-12));
        assertThat(line.determination()).isCloseTo(0.25 * 0.25 * 2 / (7.0 / 6), within(1e-12));
    }

    @Test
    void refusesWhatHasNoLine() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StraightLine.through(new double[] {1, 2}, new double[] {1, 2}))
                .withMessageContaining("three points");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StraightLine.through(new double[] {1, 1, 1}, new double[] {1, 2, 3}))
                .withMessageContaining("one x");
    }
}
