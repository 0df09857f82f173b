package org.c4igateway.lab.stats;

import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The straight line through a series, by least squares.
 *
 * @param slope change of the value per unit of x
 * @param margin half of the interval that holds the slope with 95 % confidence
 * @param median of the values
 */
public record Trend(double slope, double margin, double median) {
    /** Fewest points that make a trend. */
    public static final int FEWEST = 10;

    /** Neighbours that are more alike than this count as if they were so much alike. */
    private static final double MAX_ALIKE = 0.95;

    /** Verdict on a slope and its limit. */
    public enum Judgement {
        /** The whole interval is within the limit. */
        WITHIN,
        /** The whole interval is above the limit. */
        ABOVE,
        /** The limit lies in the interval: the series is too short or too noisy to say. */
        OPEN,
        /** There is no interval: fewer than {@link #FEWEST} values. */
        UNKNOWN
    }

    /**
     * Looks that follow each other are alike, so that they tell less than as many independent ones would: the margin is
     * widened by the correlation of neighbours, as in Santer et al., "Statistical significance of trends", J. Geophys.
     * Res. 105 (2000).
     *
     * @param x ascending
     * @throws IllegalArgumentException for fewer than {@link #FEWEST} points, or lengths that differ
     */
    public static Trend of(double[] x, double[] y) {
        if (x.length != y.length || x.length < FEWEST) {
            throw new IllegalArgumentException("no trend of " + x.length + " and " + y.length + " values");
        }
        double meanX = Repetitions.of(x).mean();
        double meanY = Repetitions.of(y).mean();
        double squares = sum(x.length, i -> (x[i] - meanX) * (x[i] - meanX));
        double slope = sum(x.length, i -> (x[i] - meanX) * (y[i] - meanY)) / squares;
        double[] off = IntStream.range(0, x.length)
                .mapToDouble(i -> y[i] - meanY - slope * (x[i] - meanX))
                .toArray();
        double left = sum(x.length, i -> off[i] * off[i]);
        double alike = left == 0 ? 0 : Math.clamp(sum(x.length - 1, i -> off[i] * off[i + 1]) / left, 0, MAX_ALIKE);
        double points = Math.max(3, x.length * (1 - alike) / (1 + alike));
        double error = Math.sqrt(left / (points - 2) / squares);
        return new Trend(
                slope,
                Repetitions.student((int) points - 2) * error,
                Repetitions.of(y).median());
    }

    private static double sum(int count, IntToDoubleFunction term) {
        return IntStream.range(0, count).mapToDouble(term).sum();
    }

    /** The start of a long run is left out of its trends: caches fill, statistics come late. */
    public static final double START_SHARE = 0.25;

    private static final double SECONDS_A_DAY = 86_400;

    /** The same by the day, when x is in seconds. */
    public Trend perDay() {
        return per(SECONDS_A_DAY);
    }

    /** What it says of growth a day, for people, once it is {@link #perDay}. */
    public String growth(String unit, double limit) {
        return String.format(
                Locale.ROOT,
                "%+.1f \u00b1 %.1f %s a day, at most %.0f; median %.1f",
                slope,
                margin,
                unit,
                limit,
                median);
    }

    /** The same for another unit of x, so many times as long. */
    public Trend per(double units) {
        return new Trend(slope * units, margin * units, median);
    }

    /**
     * Never {@link Judgement#UNKNOWN}.
     *
     * @param limit rise per unit of x that is allowed
     */
    public Judgement judge(double limit) {
        if (slope + margin <= limit) {
            return Judgement.WITHIN;
        }
        return slope - margin > limit ? Judgement.ABOVE : Judgement.OPEN;
    }
}
