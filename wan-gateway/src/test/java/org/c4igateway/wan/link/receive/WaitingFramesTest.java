package org.c4igateway.wan.link.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class WaitingFramesTest {
    /** Compared with a map that needs no ring. */
    @Test
    void keepsWhatASortedMapKeeps() {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            WaitingFrames waiting = new WaitingFrames();
            TreeMap<Long, byte[]> expected = new TreeMap<>();
            int window = 1 << random.nextInt(13);
            long next = random.nextInt(1_000);
            for (int step = 0; step < 3_000; step++) {
                long sequence = next + random.nextInt(window);
                if (!expected.containsKey(sequence)) {
                    byte[] body = {(byte) sequence};
                    waiting.put(sequence, body);
                    expected.put(sequence, body);
                }
                next = random.nextInt(4) == 0 ? Math.max(next, expected.firstKey()) : next;
                for (byte[] body = waiting.take(next); body != null; body = waiting.take(next)) {
                    assertThat(expected.remove(next)).isSameAs(body);
                    next++;
                }
                assertThat(expected).doesNotContainKey(next);
                compare(waiting, expected);
                long from = next + 1 + random.nextInt(window);
                int span = random.nextInt(2 * window);
                BitSet there = new BitSet();
                expected.subMap(from, from + span).keySet().forEach(each -> there.set((int) (each - from)));
                assertThat(waiting.from(from, span)).isEqualTo(there);
            }
        }
    }

    private static void compare(WaitingFrames waiting, NavigableMap<Long, byte[]> expected) {
        assertThat(waiting.count()).isEqualTo(expected.size());
        if (!expected.isEmpty()) {
            assertThat(waiting.lowest()).isEqualTo(expected.firstKey());
            assertThat(waiting.highest()).isEqualTo(expected.lastKey());
            assertThat(waiting.has(expected.lastKey() + 1)).isFalse();
            assertThat(waiting.has(expected.firstKey())).isTrue();
        }
    }

    @Test
    void tellsWhichAreThere() {
        WaitingFrames waiting = new WaitingFrames();
        waiting.put(10, new byte[0]);
        waiting.put(200, new byte[0]);
        waiting.put(12, new byte[0]);

        assertThat(waiting.from(10, 3)).isEqualTo(BitSet.valueOf(new long[] {0b101}));
        assertThat(waiting.from(12, 1_000).length()).isEqualTo(189);
        assertThat(waiting.from(201, 1_000)).isEqualTo(new BitSet());
        assertThat(waiting.take(12)).as("not the lowest").isNull();
    }

    @Test
    void tellsWhichAreThereBeyondALongGap() {
        WaitingFrames waiting = new WaitingFrames();
        for (long sequence = 1_000; sequence < 1_060; sequence += 2) {
            waiting.put(sequence, new byte[0]);
        }

        BitSet there = waiting.from(1, 1_008);

        assertThat(there.stream()).containsExactly(999, 1_001, 1_003, 1_005, 1_007);
        assertThat(waiting.from(1, 999)).isEqualTo(new BitSet());
    }

    /** Sixty-four places hold as many in a row; the next would lie where the first does, however high they are. */
    @Test
    void growsForOneThatLiesAPlaceTooFar() {
        WaitingFrames waiting = new WaitingFrames();
        long first = 1L << 40;
        byte[] lowest = {1};
        byte[] highest = {2};
        waiting.put(first, lowest);
        waiting.put(first + 64, highest);

        assertThat(waiting.take(first)).isSameAs(lowest);
        assertThat(waiting.take(first + 64)).isSameAs(highest);
        assertThat(waiting.has(first + 64)).as("none is left").isFalse();
    }
}
