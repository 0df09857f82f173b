package org.c4igateway.core.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SequenceRangeTest {
    @Test
    void hasNoRangeForNothing() {
        assertThat(SequenceRange.of(new long[0])).isEmpty();
    }

    @Test
    void joinsNeighboursAndRepetitionsInAnyOrder() {
        assertThat(SequenceRange.of(new long[] {7, 3, 1, 2, 3, 9, 8, 5}))
                .containsExactly(new SequenceRange(1, 3), new SequenceRange(5, 5), new SequenceRange(7, 9));
    }

    @Test
    void reachesTheLargestNumber() {
        assertThat(SequenceRange.of(new long[] {Long.MAX_VALUE, Long.MAX_VALUE - 1}))
                .containsExactly(new SequenceRange(Long.MAX_VALUE - 1, Long.MAX_VALUE));
    }

    /** The number after the largest is the smallest of all. */
    @Test
    @Timeout(10)
    void endsAtTheLargestNumberAlone() {
        assertThat(SequenceRange.of(new long[] {Long.MAX_VALUE}))
                .containsExactly(new SequenceRange(Long.MAX_VALUE, Long.MAX_VALUE));
        assertThat(SequenceRange.of(new long[] {Long.MAX_VALUE, 1, Long.MAX_VALUE, Long.MAX_VALUE - 1}))
                .containsExactly(new SequenceRange(1, 1), new SequenceRange(Long.MAX_VALUE - 1, Long.MAX_VALUE));
    }

    @Test
    void holdsExactlyTheNumbersGiven() {
        Random random = new Random(3);
        for (int round = 0; round < 200; round++) {
            long[] numbers = random.longs(random.nextInt(300), 1, 400).toArray();

            long[] back = SequenceRange.of(numbers).stream()
                    .flatMapToLong(range -> LongStream.rangeClosed(range.first(), range.last()))
                    .toArray();

            assertThat(back)
                    .isEqualTo(LongStream.of(numbers).sorted().distinct().toArray());
        }
    }

    @Test
    void leavesTheNumbersAsTheyWere() {
        long[] numbers = {3, 1, 2};

        SequenceRange.of(numbers);

        assertThat(numbers).containsExactly(3, 1, 2);
    }
}
