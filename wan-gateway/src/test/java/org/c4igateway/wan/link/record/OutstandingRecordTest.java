package org.c4igateway.wan.link.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.message.Precedence;
import org.junit.jupiter.api.Test;

/** A record of ten bytes that is offered at 5 and expires at 100. */
class OutstandingRecordTest {
    private final List<Boolean> begun = new ArrayList<>();
    private final OutstandingRecord record =
            new OutstandingRecord(item(1, Precedence.IMMEDIATE, DeliveryOptions.reliable(100)), 7, 5);

    private LinkItem item(long id, Precedence precedence, DeliveryOptions options) {
        Payload payload = new Payload() {
            @Override
            public int size() {
                return 10;
            }

            @Override
            public byte[] read() {
                return new byte[10];
            }

            @Override
            public void begun(boolean now) {
                begun.add(now);
            }
        };
        return new LinkItem(id, precedence, new StreamKey("A", "T"), payload, options);
    }

    @Test
    void knowsWhenAndAsWhatItWasOffered() {
        assertThat(record.arrival).isEqualTo(7);
        assertThat(record.offeredNanos()).isEqualTo(5);
        assertThat(record.level()).isEqualTo(Precedence.IMMEDIATE.code());

        LinkItem newer = item(2, Precedence.ROUTINE, DeliveryOptions.reliable(100));
        record.replace(newer, 9);

        assertThat(record.item()).isSameAs(newer);
        assertThat(record.offeredNanos()).isEqualTo(9);
        assertThat(record.level()).isEqualTo(Precedence.ROUTINE.code());
    }

    @Test
    void tellsItsOwnerOnceThatItIsInFlight() {
        record.place(4);
        record.place(3);
        assertThat(begun).containsExactly(true);

        record.unplace();

        assertThat(begun).containsExactly(true, false);
        record.place(10);
        assertThat(begun).containsExactly(true, false, true);
    }

    @Test
    void hasArrivedWhenAllItsFramesHave() {
        assertThat(record.unplaced()).isEqualTo(10);
        assertThat(record.hasArrived()).as("nothing was sent").isFalse();
        record.place(6);
        record.closeFrame();
        assertThat(record.hasArrived()).as("four bytes were not sent").isFalse();
        record.place(4);
        assertThat(record.placed()).isEqualTo(10);
        assertThat(record.unplaced()).isZero();
        assertThat(record.hasArrived()).as("one frame is on its way").isFalse();

        record.closeFrame();

        assertThat(record.hasArrived()).isTrue();
    }

    @Test
    void hasNotArrivedWhenAFrameMustBeReceivedAgain() {
        record.place(10);
        record.closeFrame();
        assertThat(record.hasArrived()).isTrue();

        record.reopenFrame();
        assertThat(record.hasArrived()).isFalse();
        record.closeFrame();
        assertThat(record.hasArrived()).isTrue();
    }

    @Test
    void hasNotArrivedWhenItIsBackInTheQueue() {
        record.place(10);
        record.closeFrame();

        record.unplace();

        assertThat(record.placed()).isZero();
        assertThat(record.hasArrived()).isFalse();
        record.place(10);
        record.closeFrame();
        assertThat(record.hasArrived()).isTrue();
    }

    @Test
    void isRepairedUntilItEndsOrExpires() {
        assertThat(record.isWorthRepair(99)).isTrue();
        assertThat(record.isWorthRepair(100)).as("expired").isFalse();

        record.end(RecordOutcome.ACKED);

        assertThat(record.hasEnded()).isTrue();
        assertThat(record.isWorthRepair(99)).isFalse();
        assertThatThrownBy(() -> record.end(RecordOutcome.EXPIRED)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void isNeverRepairedWhenItIsSentOnce() {
        OutstandingRecord once =
                new OutstandingRecord(item(1, Precedence.FLASH, DeliveryOptions.bestEffort(100)), 0, 0);

        assertThat(once.hasEnded()).isFalse();
        assertThat(once.isWorthRepair(5)).isFalse();
    }
}
