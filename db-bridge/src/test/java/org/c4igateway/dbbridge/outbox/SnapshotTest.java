package org.c4igateway.dbbridge.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SnapshotTest {
    /** 20 is the first that had not been given. */
    @Test
    void takesAsFinishedWhatIsBelowTheEndAndNotInProgress() {
        Snapshot snapshot = Snapshot.parse("10:20:10,15");

        assertThat(LongStream.rangeClosed(9, 21).filter(snapshot::hasFinished))
                .containsExactly(9L, 11L, 12L, 13L, 14L, 16L, 17L, 18L, 19L);
    }
}
