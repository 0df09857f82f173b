package org.c4igateway.lab.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.c4igateway.lab.stats.Trend.Judgement;
import org.junit.jupiter.api.Test;

class TrendTest {
    private static final int LOOKS = 90;

    @Test
    void findsTheLine() {
        Trend trend = Trend.of(minutes(), values(x -> 50 + 2 * x));

        assertThat(trend.slope()).isCloseTo(2, within(1e-9));
        assertThat(trend.margin()).isCloseTo(0, within(1e-9));
        assertThat(trend.per(10).slope()).isCloseTo(20, within(1e-8));
        assertThat(trend.judge(1.9)).isEqualTo(Judgement.ABOVE);
        assertThat(trend.judge(2.1)).isEqualTo(Judgement.WITHIN);
    }

    /** 95 % intervals: of 400 flat series about 10 lie wholly above, or wholly below, the truth. */
    @Test
    void holdsTheTrueSlopeInAboutNineteenOfTwentyIntervals() {
        int above = 0;
        int below = 0;
        for (int seed = 1; seed <= 400; seed++) {
            Random random = new Random(seed);
            Trend trend = Trend.of(minutes(), values(x -> 60 + 8 * random.nextGaussian()));
            above += trend.judge(0) == Judgement.ABOVE ? 1 : 0;
            below += trend.judge(0) == Judgement.WITHIN ? 1 : 0;
        }
        assertThat(above).isLessThan(25);
        assertThat(below).isLessThan(25);
    }

    /** What wanders takes each step from the one before: a straight line through it looks surer than it is. */
    @Test
    void isLessSureOfWhatWanders() {
        int wrong = 0;
        for (int seed = 1; seed <= 400; seed++) {
            Random random = new Random(seed);
            double[] at = {0};
            Trend trend = Trend.of(minutes(), values(x -> {
                at[0] = 0.6 * at[0] + random.nextGaussian();
                return at[0];
            }));
            wrong += trend.judge(0) == Judgement.OPEN ? 0 : 1;
        }
        assertThat(wrong).isLessThan(60);
    }

    @Test
    void findsALeakWithinNoise() {
        for (int seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            Trend trend = Trend.of(minutes(), values(x -> 60 + 0.25 * x + 3 * random.nextGaussian()));
            assertThat(trend.judge(0.1)).as("seed %d", seed).isEqualTo(Judgement.ABOVE);
        }
    }

    @Test
    void leavesOpenWhatAShortNoisyRunCannotTell() {
        Trend sawteeth = Trend.of(minutes(), values(x -> 20_000 * (x % 7)));

        assertThat(sawteeth.per(1_440).judge(20_000)).isEqualTo(Judgement.OPEN);
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
