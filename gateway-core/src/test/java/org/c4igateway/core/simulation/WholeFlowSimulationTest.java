package org.c4igateway.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Thousands of lives of two to four systems, new ones in each run. A failure names its seed; {@code
 * -Dc4i.test.seed=SEED} lives that one again, {@code -Dc4i.simulate.seeds=N} lives more.
 */
@Tag("slow")
class WholeFlowSimulationTest {
    private static final Logger LOG = LoggerFactory.getLogger(WholeFlowSimulationTest.class);
    private static final int SEEDS = Integer.getInteger("c4i.simulate.seeds", 2_000);

    @Test
    void eachRowEndsOnceInOrderAndAsItsStateSays() {
        Long only = Long.getLong("c4i.test.seed");
        long first = only == null ? System.nanoTime() : only;
        int count = only == null ? SEEDS : 1;
        LOG.info("seeds {} to {}", first, first + count - 1);
        for (long seed = first; seed < first + count; seed++) {
            assertThat(World.lifeOf(seed, new Wiring()))
                    .as("seed %d; again: ./c4i simulate --seed %d", seed, seed)
                    .isEqualTo(List.of());
        }
    }
}
