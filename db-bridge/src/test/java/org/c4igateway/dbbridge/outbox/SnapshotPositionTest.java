package org.c4igateway.dbbridge.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.c4igateway.core.store.ReadPosition;
import org.c4igateway.dbbridge.outbox.SnapshotPosition.Gap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotPositionTest {
    private static final Snapshot SNAPSHOT = Snapshot.parse("10:20:10,15");

    @Test
    void beginsBeforeEveryRow() {
        assertThat(SnapshotPosition.of(ReadPosition.START)).isEqualTo(new SnapshotPosition(0, 0, List.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"7:0:", "20:0:10,15", "18446744073:9223372036854775807:5+77,6"})
    void readsWhatItPrinted(String token) {
        assertThat(SnapshotPosition.of(new ReadPosition(token)).toReadPosition().token())
                .isEqualTo(token);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "1:2", "1:2:3:4", "1:2:,", "1:2:3+", "1:2:+3", ":0:"})
    void refusesForeignText(String token) {
        assertThatThrownBy(() -> SnapshotPosition.of(new ReadPosition(token)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void remembersRunningTransactionsAsGapsWhenEverythingWasRead() {
        assertThat(SnapshotPosition.afterAll(SNAPSHOT).toReadPosition().token()).isEqualTo("20:0:10,15");
    }

    @Test
    void leavesOutRunningTransactionsAboveTheLastRow() {
        SnapshotPosition next = new SnapshotPosition(9, 4, List.of()).after(SNAPSHOT, 12, 70);

        assertThat(next.toReadPosition().token()).isEqualTo("12:70:10");
    }

    @Test
    void goesOnInsideAGapThatWasReadInPart() {
        SnapshotPosition before =
                new SnapshotPosition(20, 0, List.of(new Gap(8, 0), new Gap(10, 0), new Gap(12, 0), new Gap(13, 0)));

        SnapshotPosition next = before.after(SNAPSHOT, 12, 70);

        // 8 is read, 10 still runs, 12 is begun, 13 is still to be read.
        assertThat(next.toReadPosition().token()).isEqualTo("20:0:10,12+70,13");
    }

    @Test
    void forgetsGapsThatFinishedOnceRowsBehindTheCursorAreRead() {
        SnapshotPosition before = new SnapshotPosition(16, 3, List.of(new Gap(8, 55), new Gap(10, 0)));

        assertThat(before.after(SNAPSHOT, 16, 9).toReadPosition().token()).isEqualTo("16:9:10,15");
    }

    @Test
    void noticesThatTheCounterWentBack() {
        assertThat(new SnapshotPosition(21, 0, List.of()).isAheadOf(SNAPSHOT)).isTrue();
        assertThat(new SnapshotPosition(20, 0, List.of()).isAheadOf(SNAPSHOT)).isFalse();
    }
}
