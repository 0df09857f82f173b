package org.c4igateway.wan;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Seeds of simulations: the same few in each run, and some that no run has tried, which are printed. {@code
 * -Dsimulation.seed=N} runs that one alone.
 */
public final class Seeds {
    private static final Logger LOG = LoggerFactory.getLogger(Seeds.class);
    private static final String ONE = "simulation.seed";
    private static final long FIRST_FRESH = 1_000_000;

    private Seeds() {}

    /**
     * Seeds to run.
     *
     * @param fixed how many of those of every run
     * @param fresh how many new ones
     */
    public static LongStream of(int fixed, int fresh) {
        Long one = Long.getLong(ONE);
        if (one != null) {
            return LongStream.of(one);
        }
        long[] tried =
                new SecureRandom().longs(fresh, FIRST_FRESH, Long.MAX_VALUE).toArray();
        LOG.info("new seeds of this run, to be repeated with -D{}=N: {}", ONE, Arrays.toString(tried));
        return LongStream.concat(LongStream.rangeClosed(1, fixed), LongStream.of(tried));
    }
}
