package org.c4igateway.test.e2e.mesh;

import java.util.SplittableRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chance of a run: a new seed each time, printed, so that a failure can be had again with {@code -Dc4i.test.seed=SEED}.
 */
public final class RandomSeed {
    private static final Logger LOG = LoggerFactory.getLogger(RandomSeed.class);
    private static final String GIVEN = "c4i.test.seed";

    private RandomSeed() {}

    /** @param test who draws, for the log */
    public static SplittableRandom draw(Class<?> test) {
        long seed = Long.getLong(GIVEN, System.nanoTime());
        LOG.info("{} draws with -D{}={}", test.getSimpleName(), GIVEN, seed);
        return new SplittableRandom(seed);
    }
}
