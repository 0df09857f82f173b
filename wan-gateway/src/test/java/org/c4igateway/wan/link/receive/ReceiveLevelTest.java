package org.c4igateway.wan.link.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.DataFrame;
import org.c4igateway.wan.frame.LevelFeedback;
import org.c4igateway.wan.frame.body.Chunk;
import org.c4igateway.wan.frame.body.ChunkPacker;
import org.c4igateway.wan.frame.body.ChunkUnpacker;
import org.c4igateway.wan.link.measure.ReceiveCounts;
import org.c4igateway.wan.link.record.RecordAssembly;
import org.junit.jupiter.api.Test;

class ReceiveLevelTest {
    private final List<String> records = new ArrayList<>();
    private final ReceiveCounts counts = new ReceiveCounts();
    private final RecordAssembly assembly =
            new RecordAssembly(Precedence.FLASH, 20, counts, new RecordAssembly.Output() {
                @Override
                public void record(Precedence precedence, byte[] record) {
                    records.add(new String(record, StandardCharsets.US_ASCII));
                }

                @Override
                public void unreadable() {
                    records.add("unreadable");
                }
            });
    private final ReceiveLevel level = level(new ReceiveWindow(8, 0));

    private ReceiveLevel level(ReceiveWindow window) {
        return new ReceiveLevel(0, window, new ChunkUnpacker(List.of()), assembly, counts);
    }

    private boolean take(long sequence, long base, Chunk... chunks) {
        return level.take(new DataFrame(0, sequence, base, ChunkPacker.plain().repack(List.of(chunks))));
    }

    private static Chunk chunk(String flags, String text) {
        return new Chunk(flags.contains("["), flags.contains("]"), text.getBytes(StandardCharsets.US_ASCII));
    }

    private static Chunk whole(String text) {
        return chunk("[]", text);
    }

    @Test
    void handsOnInTheOrderOfTheLevel() {
        assertThat(take(5, 5, whole("a"))).isFalse();
        assertThat(take(7, 5, whole("c"))).as("shows a gap").isTrue();
        assertThat(take(8, 5, whole("d"))).as("shows no new gap").isFalse();
        assertThat(records).containsExactly("a");
        LevelFeedback feedback = level.feedback(100);
        assertThat(feedback.nextExpected()).isEqualTo(6);
        assertThat(feedback.received()).isEqualTo(BitSet.valueOf(new long[] {0b11}));
        assertThat(feedback.highest()).isEqualTo(8);

        take(6, 5, whole("b"));

        assertThat(records).containsExactly("a", "b", "c", "d");
        assertThat(level.feedback(100)).isEqualTo(new LevelFeedback(0, 9, new BitSet()));
    }

    @Test
    void ignoresWhatItHas() {
        take(0, 0, whole("a"));
        take(2, 0, whole("c"));
        take(0, 0, whole("a"));
        take(2, 0, whole("c"));

        assertThat(records).containsExactly("a");
        assertThat(counts.duplicates).isEqualTo(2);
    }

    @Test
    void keepsNoMoreThanAWindow() {
        take(0, 0, whole("a"));
        take(9, 0, whole("x"));
        assertThat(counts.beyondWindow).isEqualTo(1);
        assertThat(level.waiting()).isZero();
        take(8, 0, whole("i"));
        assertThat(level.waiting()).isEqualTo(1);
    }

    @Test
    void sharesWhatIsBeyondTheWindows() {
        ReceiveWindow window = new ReceiveWindow(8, 4);
        ReceiveLevel first = level(window);
        ReceiveLevel second = level(window);
        for (int sequence = 0; sequence < 100; sequence++) {
            if (sequence != 1) {
                first.take(new DataFrame(0, sequence, 0, new byte[0]));
            }
        }
        assertThat(first.waiting()).as("8 and 4, but for the missing one").isEqualTo(11);
        window.add(4 * 8 + 4 - 11);
        assertThat(second.take(new DataFrame(0, 0, 0, new byte[0]))).isFalse();
        assertThat(second.take(new DataFrame(0, 8, 0, new byte[0])))
                .as("in its own window")
                .isTrue();
        counts.beyondWindow = 0;
        second.take(new DataFrame(0, 11, 0, new byte[0]));
        assertThat(counts.beyondWindow).as("no room beyond").isEqualTo(1);
    }

    @Test
    void skipsWhatThePeerGaveUpAndHandsOnWhatItKept() {
        take(0, 0, whole("a"));
        take(2, 0, whole("c"));
        take(4, 0, whole("e"));
        take(6, 5, whole("g"));

        assertThat(records).containsExactly("a", "c", "e");
        take(5, 5, whole("f"));
        assertThat(records).containsExactly("a", "c", "e", "f", "g");
    }

    @Test
    void missesNothingInWhatItDoesNotTake() {
        take(0, 0, whole("a"));
        assertThat(take(0, 0, whole("a"))).as("it has that").isFalse();
        assertThat(take(9, 0, whole("x"))).as("too far ahead").isFalse();
    }

    /** The frame itself is known; only its base is news. */
    @Test
    void handsOnWhatItKeptWhenACopySaysThatNothingComesBefore() {
        take(0, 0, whole("a"));
        take(2, 0, whole("c"));

        take(2, 2, whole("c"));

        assertThat(records).containsExactly("a", "c");
        assertThat(level.waiting()).isZero();
        assertThat(level.span()).isZero();
    }

    @Test
    void goesOnWithARecordWhoseFirstPieceIsNotRepairedAnyMore() {
        take(0, 0, chunk("[", "be"));
        take(1, 1, chunk("]", "gin"));

        assertThat(records).containsExactly("begin");
        assertThat(counts.abandoned).isZero();
    }

    @Test
    void neverJoinsAPieceThatItKeptToOneBeforeTheGap() {
        take(0, 0, chunk("[", "be"));
        take(2, 0, chunk("]", "n"), whole("c"));
        take(4, 3, whole("e"));

        assertThat(records).containsExactly("c");
        assertThat(counts.abandoned).isEqualTo(1);
    }

    @Test
    void givesRoomBackForWhatItHandedOn() {
        ReceiveLevel wide = level(new ReceiveWindow(8, 4));
        for (int sequence = 0; sequence < 100; sequence += 2) {
            wide.take(new DataFrame(0, sequence + 1, 0, new byte[0]));
            wide.take(new DataFrame(0, sequence, 0, new byte[0]));
        }

        wide.take(new DataFrame(0, 100 + 11, 0, new byte[0]));

        assertThat(wide.waiting()).isEqualTo(1);
        assertThat(wide.span()).isEqualTo(11);
    }

    @Test
    void joinsPieces() {
        take(0, 0, whole("a"), chunk("[", "be"));
        take(1, 0, chunk("", "gi"));
        take(2, 0, chunk("]", "n"), whole("c"));

        assertThat(records).containsExactly("a", "begin", "c");
    }

    @Test
    void neverJoinsPiecesAcrossWhatWasSkippedOrLeftOut() {
        take(0, 0, chunk("[", "be"));
        take(2, 2, chunk("]", "n"), whole("c"));
        take(3, 2, chunk("[", "be"));
        take(4, 2, chunk("[]", ""));
        take(5, 2, chunk("]", "n"), whole("d"));

        assertThat(records).containsExactly("c", "d");
        assertThat(counts.abandoned).isEqualTo(2);
    }

    @Test
    void abandonsARecordThatIsBegunAgain() {
        take(0, 0, chunk("[", "be"));
        take(1, 0, whole("c"));

        assertThat(records).containsExactly("c");
        assertThat(counts.abandoned).isEqualTo(1);
    }

    @Test
    void boundsARecord() {
        take(0, 0, chunk("[", "0123456789"));
        take(1, 0, chunk("", "0123456789"));
        take(2, 0, chunk("]", "0"), whole("c"));

        assertThat(records).containsExactly("unreadable", "c");
        assertThat(counts.oversized).isEqualTo(1);
    }

    @Test
    void countsAnUnreadableFrameAsReceived() {
        take(1, 0, whole("b"));
        level.take(new DataFrame(0, 0, 0, new byte[] {99}));

        assertThat(records).as("told before what follows").containsExactly("unreadable", "b");
        assertThat(counts.unreadable).isEqualTo(1);
    }

    @Test
    void tellsInParts() {
        ReceiveLevel wide = level(new ReceiveWindow(8, 200_000));
        BitSet there = new BitSet();
        java.util.Random random = new java.util.Random(3);
        wide.take(new DataFrame(0, 0, 0, new byte[0]));
        for (int sequence = 2; sequence < 100_000; sequence++) {
            if (random.nextInt(2) > 0 && (sequence < 5_000 || sequence > 80_000)) {
                wide.take(new DataFrame(0, sequence, 0, new byte[0]));
                there.set(sequence);
            }
        }

        BitSet told = new BitSet();
        long next = 2;
        do {
            LevelFeedback part = wide.part(500);
            assertThat(part.nextExpected()).isEqualTo(1);
            assertThat(part.first()).as("follows the part before").isEqualTo(next);
            part.received().stream().forEach(bit -> told.set((int) part.first() + bit));
            next = part.last() + 1;
            assertThat(part.more()).isEqualTo(wide.isTelling());
        } while (wide.isTelling());

        assertThat(told).isEqualTo(there);
        assertThat(wide.part(500).offset()).as("begins anew").isZero();
        assertThat(wide.part(0)).isEqualTo(LevelFeedback.nothingBut(0, 1));
    }

    @Test
    void describesNoMoreThanItIsAllowedTo() {
        take(0, 0, whole("a"));
        take(2, 0, whole("c"));
        take(7, 0, whole("h"));

        assertThat(level.feedback(5).highest()).isEqualTo(2);
        assertThat(level.feedback(6).highest()).isEqualTo(7);
    }
}
