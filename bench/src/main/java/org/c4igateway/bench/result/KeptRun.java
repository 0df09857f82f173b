package org.c4igateway.bench.result;

import java.util.Arrays;
import java.util.List;
import org.c4igateway.bench.Figure;
import org.jspecify.annotations.Nullable;

/**
 * A call of {@code bench run} as it is kept in a file.
 *
 * @param started instant in ISO 8601
 * @param commit commit of the sources, and whether files differ from it
 * @param machine processor, system and JDK
 * @param load load average of the last minute when it started; NaN when unknown
 * @param command the command line
 * @param benchmarks what was measured, in order
 */
record KeptRun(
        String started, String commit, String machine, double load, String command, List<KeptBenchmark> benchmarks) {
    KeptRun {
        benchmarks = List.copyOf(benchmarks);
    }

    /** @param figures possibly without values */
    record KeptBenchmark(String name, List<KeptFigure> figures) {
        KeptBenchmark {
            figures = List.copyOf(figures);
        }
    }

    /**
     * @param values one for each repetition, ascending
     * @param goal the goal as text, or null
     */
    record KeptFigure(
            String what,
            String unit,
            List<Double> values,
            @Nullable String goal,
            @Nullable Boolean met,
            String remark) {
        KeptFigure {
            values = List.copyOf(values);
        }

        static KeptFigure of(Figure figure) {
            return new KeptFigure(
                    figure.what(),
                    figure.unit(),
                    Arrays.stream(figure.values()).boxed().toList(),
                    figure.goal(),
                    figure.met(),
                    figure.remark());
        }
    }
}
