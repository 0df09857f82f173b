package org.c4igateway.dbbridge.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Functions of the schema and nodes of other releases use the same keys. */
class AdvisoryLockTest {
    @Test
    void keepsTheKeys() {
        assertThat(Stream.of(AdvisoryLock.values()).map(AdvisoryLock::keys))
                .containsExactly(
                        "6501481, 1",
                        "6501481, 2",
                        "6501481, 3",
                        "6501481, 4",
                        "6501481, 5",
                        "6501481, 6",
                        "6501481, 7",
                        "6501481, 10",
                        "6501481, 11",
                        "6501481, 12");
    }

    /** The first one is that of a system without shards. */
    @Test
    void givesEachShardALockOfItsOwn() {
        assertThat(AdvisoryLock.activeOf(0)).isEqualTo("6501481, 1");
        assertThat(AdvisoryLock.activeOf(1)).isEqualTo("6501482, 1");
        assertThat(AdvisoryLock.activeOf(7)).isEqualTo("6501482, 7");
    }
}
