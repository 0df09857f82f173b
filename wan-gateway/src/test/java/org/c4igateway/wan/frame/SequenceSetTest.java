package org.c4igateway.wan.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.c4igateway.wan.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SequenceSetTest {
    static LongStream seeds() {
        return Seeds.of(20, 10);
    }

    /** Compared with a sorted set, while the window moves over several times what is kept without need. */
    @ParameterizedTest
    @MethodSource("seeds")
    void hasWhatASortedSetHas(long seed) {
        Random random = new Random(seed);
        SequenceSet set = new SequenceSet();
        TreeSet<Long> expected = new TreeSet<>();
        int window = 1 << (4 + random.nextInt(10));
        long floor = random.nextLong(1L << 40);
        for (int step = 0; step < 5_000; step++) {
            long sequence = floor + random.nextInt(window);
            switch (random.nextInt(4)) {
                case 0 -> {
                    set.remove(sequence);
                    expected.remove(sequence);
                }
                case 1 -> {
                    floor += random.nextInt(1 + window / 8);
                    set.dropBelow(floor);
                    expected.headSet(floor).clear();
                }
                default -> {
                    set.add(sequence);
                    expected.add(sequence);
                }
            }
            long asked = floor + random.nextInt(window);
            assertThat(set.has(asked)).isEqualTo(expected.contains(asked));
            if (step % 20 == 0) {
                assertThat(set.range(asked, window)).isEqualTo(bits(expected, asked, window));
            }
        }
    }

    private static BitSet bits(NavigableSet<Long> set, long from, int length) {
        BitSet bits = new BitSet();
        set.subSet(from, from + length).forEach(sequence -> bits.set((int) (sequence - from)));
        return bits;
    }

    @Test
    void takesLowerOnesThanItHas() {
        SequenceSet set = new SequenceSet();
        set.add(1_000);
        set.add(3);

        assertThat(set.range(1, 2_000).stream()).containsExactly(2, 999);
        assertThat(set.range(0, 1_000).stream()).containsExactly(3);
        assertThat(set.has(1_000)).isTrue();
    }

    @Test
    void isReadFromFarBelowAndFarBeyond() {
        SequenceSet set = new SequenceSet();
        set.add(1L << 40);

        assertThat(set.range((1L << 40) - 1_000_000, 1_000_001).stream()).containsExactly(1_000_000);
        assertThat(set.range(1L << 60, 1_000)).isEqualTo(new BitSet());
        assertThat(set.has(1L << 60)).isFalse();
        set.remove(1L << 60);
        assertThat(set.has(1L << 40)).isTrue();
        set.remove(1L << 40);
        assertThat(set.range(0, 1_000)).as("of an empty one").isEqualTo(new BitSet());
    }

    /** Otherwise it would grow for as long as the link lives. */
    @Test
    void forgetsWhatIsBelow() {
        SequenceSet set = new SequenceSet();
        for (long sequence = 0; sequence < 1_000_000; sequence++) {
            set.add(sequence);
            set.dropBelow(sequence - 100);
        }

        assertThat(set.has(999_999)).isTrue();
        assertThat(set.has(900_000)).isFalse();
    }
}
