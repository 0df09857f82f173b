package org.c4igateway.wan.link.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.DataFrame;
import org.c4igateway.wan.frame.LevelFeedback;
import org.c4igateway.wan.frame.body.ChunkUnpacker;
import org.c4igateway.wan.link.measure.ReceiveCounts;
import org.c4igateway.wan.link.record.RecordAssembly;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Parts of 8 bytes: 64 sequences, a bit for each, where every second one is missing. */
class ReceiveLevelPartsTest {
    private final ReceiveLevel level = level(new ReceiveWindow(1_000, 0));

    private static ReceiveLevel level(ReceiveWindow window) {
        ReceiveCounts counts = new ReceiveCounts();
        RecordAssembly assembly = new RecordAssembly(Precedence.FLASH, 20, counts, new RecordAssembly.Output() {
            @Override
            public void record(Precedence precedence, byte[] record) {
                throw new AssertionError("no frame holds a record");
            }

            @Override
            public void unreadable() {
                // frames without a body
            }
        });
        return new ReceiveLevel(2, window, new ChunkUnpacker(List.of()), assembly, counts);
    }

    @BeforeEach
    void missesEverySecondUpTo65() {
        take(0);
        for (int sequence = 3; sequence <= 65; sequence += 2) {
            take(sequence);
        }
    }

    private void take(long sequence) {
        level.take(new DataFrame(2, sequence, 0, new byte[0]));
    }

    @Test
    void isToldWhenTheHighestIsTheLastOfAPart() {
        LevelFeedback part = level.part(8);

        assertThat(part.nextExpected()).isEqualTo(1);
        assertThat(part.highest()).isEqualTo(65);
        assertThat(part.more()).isFalse();
        assertThat(part.isPart()).isFalse();
        assertThat(level.isTelling()).isFalse();
    }

    @Test
    void isNotToldWhenOneIsLeft() {
        take(66);

        assertThat(level.part(8).more()).isTrue();
        assertThat(level.isTelling()).isTrue();

        BitSet one = new BitSet();
        one.set(0);
        assertThat(level.part(8)).isEqualTo(new LevelFeedback(2, 1, 64, false, one));
        assertThat(level.isTelling()).isFalse();
    }

    /** Otherwise it would tell of the newest for ever, while what a lost part told of is still missing. */
    @Test
    void beginsAnewAfterTheLastPartThoughMoreHasArrivedSince() {
        take(67);
        assertThat(level.part(8).more()).isTrue();
        assertThat(level.part(8).more()).isFalse();
        take(68);

        assertThat(level.isTelling()).isFalse();
        assertThat(level.part(8).first()).isEqualTo(2);
    }

    @Test
    void beginsAnewWhenAllThatWasToldHasBeenHandedOn() {
        take(67);
        level.part(8);
        assertThat(level.isTelling()).isTrue();
        for (int sequence = 2; sequence <= 64; sequence += 2) {
            take(sequence);
        }
        assertThat(level.isTelling()).as("nothing was handed on").isTrue();

        take(1);

        assertThat(level.feedback(0).nextExpected()).isEqualTo(66);
        assertThat(level.isTelling()).isFalse();
        assertThat(level.part(8).first()).isEqualTo(67);
    }

    /** A part tells of so long a gap that the one after it is expected next when the gap is closed. */
    @Test
    void beginsAnewWhenOnlyTheLastOfWhatWasToldIsMissing() {
        ReceiveLevel wide = level(new ReceiveWindow(1_000, 100_000));
        wide.take(new DataFrame(2, 0, 0, new byte[0]));
        wide.take(new DataFrame(2, 70_000, 0, new byte[0]));
        long last = wide.part(8).last();
        assertThat(wide.isTelling()).isTrue();

        for (long sequence = 1; sequence < last; sequence++) {
            wide.take(new DataFrame(2, sequence, 0, new byte[0]));
        }

        assertThat(wide.feedback(0).nextExpected()).isEqualTo(last);
        assertThat(wide.isTelling()).isFalse();
    }

    @Test
    void goesOnWhereItWasWhenAFewWereHandedOn() {
        take(67);
        level.part(8);
        take(1);
        take(2);

        LevelFeedback part = level.part(8);

        assertThat(part.nextExpected()).isEqualTo(4);
        assertThat(part.first()).isEqualTo(66);
        assertThat(part.more()).isFalse();
    }
}
