package org.c4igateway.cli.database.resync;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import org.c4igateway.dbbridge.resync.HoldingsDifference.Kind;
import org.junit.jupiter.api.Test;

/** What a restore script is told; whole comparisons are in {@code DumpRestoreTest}. */
class ResyncCompareCommandTest {
    @Test
    void succeedsWhenAReplayLeavesNoDifference() {
        assertThat(ResyncCompareCommand.status(EnumSet.of(Kind.LOST_THERE), 0)).isZero();
        assertThat(ResyncCompareCommand.status(EnumSet.of(Kind.LOST_THERE, Kind.OTHER_CONTENT), 0))
                .isZero();
    }

    @Test
    void tellsOfWhatAReplayCannotMend() {
        assertThat(ResyncCompareCommand.status(EnumSet.of(Kind.LOST_THERE), 1)).isEqualTo(1);
        assertThat(ResyncCompareCommand.status(EnumSet.of(Kind.LOST_THERE, Kind.LOST_HERE), 0))
                .isEqualTo(1);
        assertThat(ResyncCompareCommand.status(EnumSet.of(Kind.LOST_THERE, Kind.NOT_IN_OUTBOX), 0))
                .isEqualTo(1);
    }
}
