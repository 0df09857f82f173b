package org.c4igateway.bench;

import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.c4igateway.lab.stats.Sample;

/**
 * The straight line through a series, by least squares.
 *
 * @param slope change of the value per unit of x
 * @param error standard error of the slope
 * @param median of the values
 * @param span from the first x to the last
 */
record Trend(double slope, double error, double median, double span) {
    /** More than this share of the median is growth. */
    private static final double SHARE = 0.1;

    /** Slopes within so many standard errors of 0 are none. */
    private static final double ERRORS = 2;

    /** Fewest points that make a trend. */
    static final int FEWEST = 10;

    /**
     * @param x ascending
     * @throws IllegalArgumentException for fewer than {@link #FEWEST} points, or lengths that differ
     */
    static Trend of(double[] x, double[] y) {
        if (x.length != y.length || x.length < FEWEST) {
            throw new IllegalArgumentException("no trend of " + x.length + " and " + y.length + " values");
        }
        double meanX = Sample.of(x).mean();
        double meanY = Sample.of(y).mean();
        double squares = sum(x, i -> (x[i] - meanX) * (x[i] - meanX));
        double slope = sum(x, i -> (x[i] - meanX) * (y[i] - meanY)) / squares;
        double left = sum(x, i -> {
            double off = y[i] - meanY - slope * (x[i] - meanX);
            return off * off;
        });
        double error = Math.sqrt(left / (x.length - 2) / squares);
        return new Trend(slope, error, Sample.of(y).median(), x[x.length - 1] - x[0]);
    }

    private static double sum(double[] x, IntToDoubleFunction term) {
        return IntStream.range(0, x.length).mapToDouble(term).sum();
    }

    /** By how much the line rises from its first point to its last. */
    double growth() {
        return slope * span;
    }

    /**
     * Whether the rise is more than chance and above the limit.
     *
     * @param floor rises up to this are none, whatever the median
     */
    boolean grows(double floor) {
        return slope > ERRORS * error && growth() > limit(floor);
    }

    /** @return rise up to which it counts as none: a tenth of the median, or the floor where that is more */
    double limit(double floor) {
        return Math.max(floor, SHARE * median);
    }
}
