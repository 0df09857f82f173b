package org.c4igateway.core.flow.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.flow.OutboundFixture.BRAVO;
import static org.c4igateway.core.flow.OutboundFixture.CHARLIE;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.c4igateway.core.flow.send.group.OutstandingRow;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.store.ReadPosition;
import org.c4igateway.core.testkit.Faults;
import org.junit.jupiter.api.Test;

/** What waits to be written, and when reading positions are saved. */
class DeliveryRecorderTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final SenderUnits units = new SenderUnits();
    private final DeliveryRecorder recorder = units.recorder;

    private void settle(List<OutstandingRow> rows) {
        rows.forEach(row -> recorder.settle(units.group(), row, BRAVO, null));
    }

    private void record() {
        recorder.record(units.time.getAsLong());
    }

    /** @return where the next process reads on */
    private String saved() {
        Map<Precedence, ReadPosition> positions =
                units.outbox.positions(Set.of(BRAVO)).getOrDefault(BRAVO, Map.of());
        return Objects.requireNonNull(positions.get(Precedence.ROUTINE)).token();
    }

    @Test
    void isBehindFromTwiceWhatMayBeInFlightOn() {
        units.calls.hold();
        settle(units.read(2 * SenderUnits.IN_FLIGHT_ROWS, "p1"));
        assertThat(recorder.isBehind()).isFalse();

        settle(units.read(1, "p2"));
        assertThat(recorder.isBehind()).isTrue();
    }

    @Test
    void knowsWhichStatesAreInTheDeliveryLog() {
        units.calls.hold();
        settle(units.read(2, "p1"));
        long first = recorder.latest();
        record();
        settle(units.read(3, "p2"));
        long second = recorder.latest();
        assertThat(second - first).isEqualTo(3);
        assertThat(recorder.hasStored(first)).isFalse();

        units.calls.letGo();
        units.calls.hold();
        record();
        assertThat(recorder.hasStored(first)).isTrue();
        assertThat(recorder.hasStored(second)).isFalse();
        assertThat(recorder.latest()).as("a number stays what it was").isEqualTo(second);

        units.calls.letGo();
        record();
        assertThat(recorder.hasStored(second)).isTrue();
        assertThat(recorder.isEmpty()).isTrue();
    }

    @Test
    void savesPositionsOnceASecond() {
        record();
        assertThat(saved()).as("the first time at once").isEmpty();
        settle(units.read(1, "p1"));

        units.time.advance(SECOND.minusNanos(1));
        record();
        assertThat(units.outbox.pending()).as("states are written meanwhile").isZero();
        assertThat(saved()).isEmpty();

        units.time.advance(Duration.ofNanos(1));
        record();
        assertThat(saved()).isEqualTo("p1");
    }

    @Test
    void looksForChangedPositionsOnceASecondAlsoWhenThereWereNone() {
        record();
        units.time.advance(SECOND);
        record();
        settle(units.read(1, "p1"));

        units.time.advance(SECOND.minusNanos(1));
        record();
        assertThat(saved()).isEmpty();

        units.time.advance(Duration.ofNanos(1));
        record();
        assertThat(saved()).isEqualTo("p1");
    }

    @Test
    void writesNothingWhileNothingChanges() {
        record();
        AtomicInteger writings = new AtomicInteger();
        units.outbox.faults(new Faults() {
            @Override
            public void before(String call) {
                writings.incrementAndGet();
            }
        });

        for (int i = 0; i < 3; i++) {
            units.time.advance(SECOND);
            record();
        }

        assertThat(writings).hasValue(0);
    }

    @Test
    void savesNoPositionBehindARowThatHasNotEnded() {
        record();
        List<OutstandingRow> rows = units.read(2, "p1");
        settle(rows.subList(0, 1));
        units.time.advance(SECOND);
        record();
        assertThat(saved()).isEmpty();

        settle(rows.subList(1, 2));
        units.time.advance(SECOND);
        record();
        assertThat(saved()).isEqualTo("p1");
    }

    @Test
    void writesAllAtTheEndAlsoWhatIsBeingWritten() {
        units.calls.hold();
        settle(units.read(2, "p1"));
        record();
        settle(units.read(1, "p2"));
        assertThat(units.outbox.pending()).isEqualTo(3);

        recorder.recordAll(units.time.getAsLong());

        assertThat(units.outbox.pending()).isZero();
        assertThat(saved()).isEqualTo("p2");
        assertThat(recorder.isEmpty()).isTrue();
        units.calls.letGo();
        assertThat(units.outbox.pending()).as("written twice without harm").isZero();
    }

    @Test
    void asksAboutNoMoreRowsThanWait() {
        units.calls.hold();
        for (int i = 0; i < RowsToNote.MOST; i++) {
            assertThat(recorder.asks(BRAVO, i)).isTrue();
        }
        assertThat(recorder.asks(CHARLIE, 1)).isFalse();
        assertThat(recorder.hasStoredQuestions()).isFalse();

        record();
        units.calls.letGo();
        record();

        assertThat(recorder.hasStoredQuestions()).isTrue();
        assertThat(recorder.asks(CHARLIE, 1)).isTrue();
        assertThat(recorder.isEmpty()).isFalse();
    }

    @Test
    void notesNoMoreRowsThatWereTakenAfterAllThanWait() {
        units.calls.hold();
        for (int i = 0; i < RowsToNote.MOST; i++) {
            assertThat(recorder.takenAfterAll(BRAVO, i)).isTrue();
        }
        assertThat(recorder.takenAfterAll(CHARLIE, 1)).isFalse();
        assertThat(recorder.isEmpty()).isFalse();

        record();
        units.calls.letGo();
        record();

        assertThat(recorder.isEmpty()).isTrue();
        assertThat(recorder.takenAfterAll(CHARLIE, 1)).isTrue();
    }

    @Test
    void saysWhenAWritingDoesNotComeBack() {
        units.calls.hold();
        settle(units.read(1, "p1"));
        assertThat(recorder.isWaitingFor(SECOND, SECOND.toNanos() * 5)).isFalse();
        record();

        assertThat(recorder.isWaitingFor(SECOND, SECOND.toNanos())).isFalse();
        assertThat(recorder.isWaitingFor(SECOND, SECOND.toNanos() + 1)).isTrue();

        units.calls.letGo();
        record();
        assertThat(recorder.isWaitingFor(SECOND, SECOND.toNanos() * 5)).isFalse();
    }
}
