package org.c4igateway.bench.result;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.c4igateway.bench.Figure;
import org.c4igateway.bench.result.KeptRun.KeptBenchmark;
import org.c4igateway.bench.result.KeptRun.KeptFigure;

/**
 * Figures of two runs side by side: the ratio of their medians, and where it lies in 95 % of the samples drawn from the
 * repetitions of each with replacement (percentile bootstrap). The runs are not pairs, so each is drawn by itself.
 */
final class ResultComparison {
    /** Fewer repetitions give an interval that is too narrow to say anything. */
    static final int MIN_REPETITIONS = 5;

    private static final int RESAMPLES = 5_000;
    private static final double TAIL = 0.025;
    private static final long SEED = 1;

    private ResultComparison() {}

    /** A row of the table: a figure that both runs have. */
    record Line(String benchmark, KeptFigure first, KeptFigure second) {
        double ratio() {
            return median(second) / median(first);
        }

        private static double median(KeptFigure figure) {
            return Figure.median(doubles(figure));
        }

        String text() {
            return String.format(
                    Locale.ROOT,
                    "| %s: %s | %s | %s | %s | %.3f | %s |",
                    benchmark,
                    first.what(),
                    first.unit(),
                    Figure.text(median(first)),
                    Figure.text(median(second)),
                    ratio(),
                    verdict());
        }

        /** What the difference is worth. */
        String verdict() {
            int least = Math.min(first.values().size(), second.values().size());
            if (least < MIN_REPETITIONS) {
                return "no interval from " + least + " repetitions";
            }
            double[] ratios = resampled(doubles(first), doubles(second));
            double low = ratios[(int) Math.floor(TAIL * (RESAMPLES - 1))];
            double high = ratios[(int) Math.ceil((1 - TAIL) * (RESAMPLES - 1))];
            return String.format(
                    Locale.ROOT, "%.3f - %.3f, %s", low, high, low > 1 || high < 1 ? "differs" : "no difference shown");
        }
    }

    /** @return figures with values in both, in the order of the first */
    static List<Line> of(KeptRun first, KeptRun second) {
        List<Line> lines = new ArrayList<>();
        for (KeptBenchmark benchmark : first.benchmarks()) {
            for (KeptFigure figure : benchmark.figures()) {
                second.benchmarks().stream()
                        .filter(other -> other.name().equals(benchmark.name()))
                        .flatMap(other -> other.figures().stream())
                        .filter(other -> other.what().equals(figure.what())
                                && other.unit().equals(figure.unit()))
                        .filter(other ->
                                !other.values().isEmpty() && !figure.values().isEmpty())
                        .findFirst()
                        .ifPresent(other -> lines.add(new Line(benchmark.name(), figure, other)));
            }
        }
        return lines;
    }

    private static double[] resampled(double[] first, double[] second) {
        SplittableRandom random = new SplittableRandom(SEED);
        double[] ratios = new double[RESAMPLES];
        Arrays.setAll(
                ratios,
                i -> Figure.median(random.ints(second.length, 0, second.length)
                                .mapToDouble(k -> second[k])
                                .toArray())
                        / Figure.median(random.ints(first.length, 0, first.length)
                                .mapToDouble(k -> first[k])
                                .toArray()));
        Arrays.sort(ratios);
        return ratios;
    }

    private static double[] doubles(KeptFigure figure) {
        return figure.values().stream().mapToDouble(Double::doubleValue).toArray();
    }
}
