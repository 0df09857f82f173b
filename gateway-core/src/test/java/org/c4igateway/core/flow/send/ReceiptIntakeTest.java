package org.c4igateway.core.flow.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.flow.OutboundFixture.BRAVO;
import static org.c4igateway.core.flow.OutboundFixture.CHARLIE;

import java.time.Duration;
import java.util.List;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.flow.send.group.OutstandingRow;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.Receipt.Rejection;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.Drafts;
import org.junit.jupiter.api.Test;

/** What a receipt does to the rows in memory. */
class ReceiptIntakeTest {
    private static final int MAX_QUEUED = 4_096;

    private final SenderUnits units = new SenderUnits();
    private final ReceiptIntake intake = new ReceiptIntake(units.groups, units.watch, units.recorder, units.time);

    private static Receipt delivered(SystemName by, SequenceRange... ranges) {
        return new Receipt(by, Drafts.ORIGIN, List.of(ranges), List.of());
    }

    private static SequenceRange range(long first, long last) {
        return new SequenceRange(first, last);
    }

    /** Rows to BRAVO that were sent just now. */
    private List<OutstandingRow> sent(int rows) {
        List<OutstandingRow> ready = units.ready(rows);
        ready.forEach(row -> units.group().sent(row, units.time.getAsLong(), true));
        return ready;
    }

    private static List<Long> open(List<OutstandingRow> rows) {
        return rows.stream()
                .filter(row -> !row.isSettled())
                .map(row -> row.message().id().sequence())
                .toList();
    }

    @Test
    void settlesTheRowsOfTheRangesAndNoOther() {
        List<OutstandingRow> rows = sent(10);

        intake.offer(delivered(BRAVO, range(2, 3), range(5, 5), range(8, 9)));
        intake.offer(delivered(CHARLIE, range(1, 10)));

        assertThat(intake.takeAll()).isEqualTo(2);
        assertThat(open(rows)).containsExactly(1L, 4L, 6L, 7L, 10L);
        assertThat(intake.takeAll()).isZero();
    }

    /** Rows that wait are looked through instead of numbers. */
    @Test
    void settlesTheSameRowsWhenTheRangesAreLarge() {
        List<OutstandingRow> rows = sent(10);

        intake.offer(delivered(BRAVO, range(9, 9_000), range(2, 3), range(6, 7)));

        assertThat(intake.takeAll()).isOne();
        assertThat(open(rows)).containsExactly(1L, 4L, 5L, 8L);
    }

    @Test
    void takesABoundedNumberOfReceiptsAtOnce() {
        for (int i = 0; i < MAX_QUEUED + 10; i++) {
            intake.offer(delivered(BRAVO, range(1, 1)));
        }

        assertThat(intake.takeAll()).isEqualTo(MAX_QUEUED);
    }

    @Test
    void anAnswerEndsTheQuestion() {
        sent(2);
        units.watch.asked(BRAVO, 1);
        units.watch.asked(BRAVO, 2);

        intake.offer(delivered(BRAVO, range(1, 1)));
        assertThat(intake.takeAll()).isOne();

        assertThat(units.watch.isAsked(BRAVO, 1)).isFalse();
        assertThat(units.watch.isAsked(BRAVO, 2)).isTrue();
    }

    @Test
    void anAnswerThatCameBeforeTheRowWasReadAgainEndsTheQuestion() {
        units.watch.forgotten(BRAVO, 1);
        units.watch.asked(BRAVO, 1);
        intake.offer(delivered(BRAVO, range(1, 1)));
        assertThat(intake.takeAll()).isOne();
        OutstandingRow row = units.ready(1).getFirst();

        intake.settleEarly(units.group(), row);

        assertThat(row.isSettled()).isTrue();
        assertThat(units.watch.isAsked(BRAVO, 1)).isFalse();
    }

    @Test
    void aReceiptShowsThatReceiptsFlow() {
        sent(2);
        long timeout = units.settings.receiptTimeout().toNanos();
        units.time.advance(Duration.ofNanos(timeout));

        intake.offer(delivered(BRAVO, range(1, 1)));
        assertThat(intake.takeAll()).isOne();

        assertThat(units.watch.isOverdue(BRAVO, 0, timeout + 1))
                .as("one has come just now")
                .isFalse();
        assertThat(units.watch.isOverdue(CHARLIE, 0, timeout + 1)).isTrue();
    }

    /** When that was sent is not known any more, so the receipt tells nothing of how long they take now. */
    @Test
    void theReceiptOfARowThatWasSentBeforeItWasReadAgainEndsItAndShowsNothing() {
        OutstandingRow row = units.ready(1).getFirst();
        row.markSentBefore(BRAVO);
        long timeout = units.settings.receiptTimeout().toNanos();
        units.time.advance(Duration.ofNanos(timeout));

        intake.offer(delivered(BRAVO, range(1, 1)));
        assertThat(intake.takeAll()).isOne();

        assertThat(row.isSettled()).isTrue();
        assertThat(units.watch.isOverdue(BRAVO, 0, timeout + 1)).isTrue();
    }

    @Test
    void aRowThatWasTakenAfterAllIsNotedUntilThatIsWritten() {
        units.calls.hold();
        intake.offer(new Receipt(
                BRAVO,
                Drafts.ORIGIN,
                List.of(),
                List.of(
                        new Rejection(1, ErrorCode.TAKEN_AFTER_ALL, "put back"),
                        new Rejection(2, ErrorCode.TAKEN_AFTER_ALL, "put back"))));

        assertThat(intake.takeAll()).isOne();

        assertThat(units.recorder.isEmpty()).isFalse();
        units.recorder.record(0);
        units.calls.letGo();
        units.recorder.record(0);
        assertThat(units.recorder.isEmpty()).isTrue();
    }
}
