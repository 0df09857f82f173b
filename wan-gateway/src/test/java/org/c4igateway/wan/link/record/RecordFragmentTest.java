package org.c4igateway.wan.link.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.c4igateway.core.message.Precedence;
import org.junit.jupiter.api.Test;

/** Pieces of a record of ten bytes. */
class RecordFragmentTest {
    private final OutstandingRecord record = new OutstandingRecord(
            new LinkItem(
                    1,
                    Precedence.ROUTINE,
                    new StreamKey("A", "T"),
                    Payload.of(new byte[10]),
                    DeliveryOptions.reliable(Long.MAX_VALUE)),
            0,
            0);

    @Test
    void beginsAndEndsTheRecord() {
        RecordFragment all = new RecordFragment(record, 0, 10);

        assertThat(all.isFirst()).isTrue();
        assertThat(all.isLast()).isTrue();
    }

    @Test
    void onlyTheFirstBegins() {
        assertThat(new RecordFragment(record, 0, 4).isFirst()).isTrue();
        assertThat(new RecordFragment(record, 4, 6).isFirst()).isFalse();
    }

    @Test
    void onlyTheLastEnds() {
        assertThat(new RecordFragment(record, 0, 4).isLast()).isFalse();
        assertThat(new RecordFragment(record, 4, 5).isLast()).isFalse();
        assertThat(new RecordFragment(record, 4, 6).isLast()).isTrue();
    }
}
