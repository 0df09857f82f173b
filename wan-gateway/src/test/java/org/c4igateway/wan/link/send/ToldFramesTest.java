package org.c4igateway.wan.link.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.c4igateway.wan.Seeds;
import org.c4igateway.wan.frame.LevelFeedback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ToldFramesTest {
    private static final int WINDOW = 300;

    static LongStream seeds() {
        return Seeds.of(20, 10);
    }

    /** Compared with a set of all that was ever told. */
    @ParameterizedTest
    @MethodSource("seeds")
    void tellsEachSequenceOnce(long seed) {
        Random random = new Random(seed);
        ToldFrames told = new ToldFrames();
        TreeSet<Long> has = new TreeSet<>();
        TreeSet<Long> before = new TreeSet<>();
        long next = random.nextInt(1_000);
        for (int step = 0; step < 500; step++) {
            for (int i = random.nextInt(20); i > 0; i--) {
                has.add(next + 1 + random.nextInt(WINDOW));
            }
            next += random.nextInt(4) == 0 ? random.nextInt(WINDOW) : 0;
            int offset = random.nextBoolean() ? 0 : random.nextInt(WINDOW);
            LevelFeedback feedback = feedback(next, offset, has);
            List<Long> fresh = new ArrayList<>();

            told.tell(feedback, fresh::add);

            List<Long> expected = new ArrayList<>();
            feedback.received().stream()
                    .mapToObj(bit -> feedback.first() + bit)
                    .filter(before::add)
                    .forEach(expected::add);
            assertThat(fresh).isEqualTo(expected);
        }
    }

    private static LevelFeedback feedback(long next, int offset, NavigableSet<Long> has) {
        BitSet received = new BitSet();
        long first = next + 1 + offset;
        has.tailSet(first).forEach(sequence -> received.set((int) (sequence - first)));
        return new LevelFeedback(0, next, offset, false, received);
    }

    /** A peer in error; how far it goes back costs nothing. */
    @Test
    void knowsAllBelowTheHighestThatWasEverExpected() {
        long far = 1L << 40;
        ToldFrames told = new ToldFrames();
        List<Long> fresh = new ArrayList<>();
        told.tell(new LevelFeedback(0, far, BitSet.valueOf(new long[] {0b101})), fresh::add);
        told.tell(new LevelFeedback(0, far - 5, BitSet.valueOf(new long[] {0b11_1101_1111})), fresh::add);
        told.tell(new LevelFeedback(0, 0, BitSet.valueOf(new long[] {0b11_1101_1111})), fresh::add);

        assertThat(fresh).containsExactly(far + 1, far + 3, far, far + 2, far + 4, far + 5);
    }

    @Test
    void knowsNothingOfANewProcess() {
        ToldFrames told = new ToldFrames();
        List<Long> fresh = new ArrayList<>();
        LevelFeedback feedback = new LevelFeedback(0, 10, BitSet.valueOf(new long[] {0b1}));
        told.tell(feedback, fresh::add);

        told.clear();
        told.tell(feedback, fresh::add);

        assertThat(fresh).containsExactly(11L, 11L);
    }
}
