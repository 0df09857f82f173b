package org.c4igateway.bench;

import java.util.List;

/** One thing to measure. */
public interface Benchmark {
    /** @return name on the command line */
    String name();

    /** @return what it measures, in one line */
    String description();

    /**
     * Measures. Blocks, for minutes perhaps.
     *
     * @return the figures, or one that says why there is none
     */
    List<Figure> run(BenchOptions options) throws Exception;
}
