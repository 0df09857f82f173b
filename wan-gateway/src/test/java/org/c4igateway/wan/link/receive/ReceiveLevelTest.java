package org.c4igateway.wan.link.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
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
    private final RecordAssembly assembly = new RecordAssembly(20, counts, new RecordAssembly.Output() {
        @Override
        public void record(byte[] record) {
            records.add(new String(record, StandardCharsets.US_ASCII));
        }

        @Override
        public void unreadable() {
            records.add("unreadable");
        }
    });
    private final ReceiveLevel level = new ReceiveLevel(0, 8, new ChunkUnpacker(List.of()), assembly, counts);

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
    void describesNoMoreThanItIsAllowedTo() {
        take(0, 0, whole("a"));
        take(2, 0, whole("c"));
        take(7, 0, whole("h"));

        assertThat(level.feedback(5).highest()).isEqualTo(2);
        assertThat(level.feedback(6).highest()).isEqualTo(7);
    }
}
