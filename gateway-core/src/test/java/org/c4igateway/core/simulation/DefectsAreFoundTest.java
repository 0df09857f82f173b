package org.c4igateway.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The simulation finds each deliberate defect by new seeds, and the same lives without it break no rule. Only where
 * numbers are given out again, which the product excludes, a late receipt may confirm another row of its number; such
 * lives prove nothing.
 */
@Tag("slow")
class DefectsAreFoundTest {
    private static final Logger LOG = LoggerFactory.getLogger(DefectsAreFoundTest.class);
    private static final int MAX_SEEDS = 10_000;

    @ParameterizedTest
    @EnumSource(Defect.class)
    void findsWithinTenThousandSeeds(Defect defect) {
        long first = Long.getLong("c4i.test.seed", System.nanoTime());
        int lived = 0;
        boolean found = false;
        while (!found && lived < MAX_SEEDS) {
            long seed = first + lived;
            found = !World.lifeOf(seed, defect.wiring()).isEmpty();
            if (found) {
                List<String> without = World.lifeOf(seed, defect.sound());
                if (!defect.sound().reusesNumbers()) {
                    assertThat(without).as("without %s, seed %d", defect, seed).isEmpty();
                }
                found = without.isEmpty();
            }
            lived++;
        }
        LOG.info("{}: found by seed {}, the {}th", defect, first + lived - 1, lived);
        assertThat(found)
                .as("%s within %d seeds from %d", defect, MAX_SEEDS, first)
                .isTrue();
    }
}
