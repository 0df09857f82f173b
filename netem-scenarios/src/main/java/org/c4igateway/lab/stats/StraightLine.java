package org.c4igateway.lab.stats;

/**
 * The line through points by least squares.
 *
 * @param slope rise for one unit of x
 * @param intercept value at x = 0
 * @param determination share of the variance that the line explains (R²); 1 when all points lie on it
 */
public record StraightLine(double slope, double intercept, double determination) {
    private static final int FEWEST = 3;

    /** @throws IllegalArgumentException for fewer than three points, or when all have one x */
    public static StraightLine through(double[] x, double[] y) {
        if (x.length != y.length || x.length < FEWEST) {
            throw new IllegalArgumentException("a line needs three points or more, with x and y each");
        }
        double meanX = mean(x);
        double meanY = mean(y);
        double xx = 0;
        double xy = 0;
        double yy = 0;
        for (int i = 0; i < x.length; i++) {
            xx += (x[i] - meanX) * (x[i] - meanX);
            xy += (x[i] - meanX) * (y[i] - meanY);
            yy += (y[i] - meanY) * (y[i] - meanY);
        }
        if (xx == 0) {
            throw new IllegalArgumentException("all points have one x");
        }
        double slope = xy / xx;
        return new StraightLine(slope, meanY - slope * meanX, yy == 0 ? 1 : xy * xy / (xx * yy));
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }
}
