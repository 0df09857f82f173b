package org.c4igateway.lab.stats;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * How many times as much one cell gives as another, over repetitions with the same seeds: the ratio of the medians, and
 * where it lies in 95 % of the samples that can be drawn from the pairs with replacement (percentile bootstrap). Draws
 * from fewer than {@value #FEWEST} pairs cannot leave what was seen, so these have a range instead: the least and the
 * greatest ratio of a pair.
 *
 * @param ratio of the medians
 * @param low lower end
 * @param high upper end
 * @param pairs how many
 */
public record PairedRatio(double ratio, double low, double high, int pairs) {
    /** Of so many pairs without a difference, all lie on one side of 1 in 3.1 % of the cases. */
    public static final int FEWEST = 6;

    private static final int RESAMPLES = 5_000;
    private static final double TAIL = 0.025;

    /**
     * @param above values by repetition
     * @param below values of the same repetitions
     * @param seed of the resampling
     * @throws IllegalArgumentException when the lengths differ or are 0
     */
    public static PairedRatio of(double[] above, double[] below, long seed) {
        if (above.length != below.length || above.length == 0) {
            throw new IllegalArgumentException("expected pairs, got " + above.length + " and " + below.length);
        }
        if (above.length < FEWEST) {
            return rangeOf(above, below);
        }
        SplittableRandom random = new SplittableRandom(seed);
        double[] ratios = new double[RESAMPLES];
        double[] someAbove = new double[above.length];
        double[] someBelow = new double[above.length];
        for (int i = 0; i < RESAMPLES; i++) {
            for (int k = 0; k < above.length; k++) {
                int drawn = random.nextInt(above.length);
                someAbove[k] = above[drawn];
                someBelow[k] = below[drawn];
            }
            ratios[i] = ratio(someAbove, someBelow);
        }
        Arrays.sort(ratios);
        return new PairedRatio(
                ratio(above, below),
                ratios[(int) Math.floor(TAIL * (RESAMPLES - 1))],
                ratios[(int) Math.ceil((1 - TAIL) * (RESAMPLES - 1))],
                above.length);
    }

    private static PairedRatio rangeOf(double[] above, double[] below) {
        double[] ratios = new double[above.length];
        Arrays.setAll(ratios, i -> above[i] / below[i]);
        Repetitions each = Repetitions.of(ratios);
        return new PairedRatio(ratio(above, below), each.min(), each.max(), above.length);
    }

    private static double ratio(double[] above, double[] below) {
        return Repetitions.of(above).median() / Repetitions.of(below).median();
    }

    /** Whether the ends are those of an interval; those of a range otherwise. */
    public boolean hasInterval() {
        return pairs >= FEWEST;
    }

    /** Whether the interval leaves out 1, so that there is a difference to speak of; never without an interval. */
    public boolean differs() {
        return hasInterval() && (low > 1 || high < 1);
    }
}
