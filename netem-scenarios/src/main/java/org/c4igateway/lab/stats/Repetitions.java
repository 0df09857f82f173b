package org.c4igateway.lab.stats;

import java.util.Arrays;
import java.util.Optional;

/** Repetitions of one measurement. Immutable. */
public final class Repetitions {
    private static final double COVERAGE = 0.95;

    /** Two-sided 95 % quantiles of Student's distribution by degrees of freedom, from 1. */
    private static final double[] STUDENT = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
        2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042
    };

    private static final double NORMAL = 1.960;

    private final double[] sorted;

    private Repetitions(double[] sorted) {
        this.sorted = sorted;
    }

    /** @throws IllegalArgumentException for none, or one that is not a number; infinite ones are allowed */
    public static Repetitions of(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("no value");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        if (Double.isNaN(sorted[sorted.length - 1])) {
            throw new IllegalArgumentException("not a number");
        }
        return new Repetitions(sorted);
    }

    /** An interval. */
    public record Interval(double low, double high) {}

    /** How many. */
    public int count() {
        return sorted.length;
    }

    public double min() {
        return sorted[0];
    }

    public double max() {
        return sorted[sorted.length - 1];
    }

    /** The middle value, or the mean of the two in the middle. */
    public double median() {
        int half = sorted.length / 2;
        if (sorted.length % 2 == 1) {
            return sorted[half];
        }
        double low = sorted[half - 1];
        double high = sorted[half];
        return low == high ? low : (low + high) / 2;
    }

    /**
     * Between which values the median lies with 95 % confidence at least, whatever the distribution: the pair of ranks
     * that is closest to the middle and still covers it (ranks 4 and 12 of 15). Empty below six values, where no pair
     * does.
     */
    public Optional<Interval> medianInterval() {
        int rank = lowRank(sorted.length);
        return rank == 0 ? Optional.empty() : Optional.of(new Interval(sorted[rank - 1], sorted[sorted.length - rank]));
    }

    /** Greatest rank r, from 1, so that ranks r and n+1-r cover the median; 0 when none does. */
    static int lowRank(int n) {
        double tail = 0;
        double term = Math.pow(0.5, n);
        int rank = 0;
        for (int k = 0; k < (n + 1) / 2; k++) {
            tail += term;
            if (1 - 2 * tail < COVERAGE) {
                break;
            }
            rank = k + 1;
            term = term * (n - k) / (k + 1);
        }
        return rank;
    }

    public double mean() {
        return Arrays.stream(sorted).average().orElseThrow();
    }

    /** Standard deviation of the sample; 0 of one value. */
    public double deviation() {
        if (sorted.length < 2) {
            return 0;
        }
        double mean = mean();
        double squares = Arrays.stream(sorted)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        return Math.sqrt(squares / (sorted.length - 1));
    }

    /** How many standard errors to each side cover 95 %, by degrees of freedom, at least 1. */
    public static double student(int freedom) {
        return freedom <= STUDENT.length ? STUDENT[freedom - 1] : NORMAL;
    }
}
