package org.c4igateway.core.message;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Consecutive sequence numbers of one origin, both ends included.
 *
 * @param first lowest number
 * @param last highest number, at least {@code first}
 */
public record SequenceRange(long first, long last) {
    public SequenceRange {
        if (first < 1 || last < first) {
            throw new IllegalArgumentException("not a range: " + first + ".." + last);
        }
    }

    /** @return the fewest ranges that hold exactly these numbers, ascending; repeated numbers count once */
    public static List<SequenceRange> of(long[] sequences) {
        long[] sorted = sequences.clone();
        Arrays.sort(sorted);
        List<SequenceRange> ranges = new ArrayList<>();
        int i = 0;
        while (i < sorted.length) {
            long first = sorted[i];
            long last = first;
            while (i < sorted.length && sorted[i] - 1 <= last) { // last + 1 may overflow
                last = sorted[i];
                i++;
            }
            ranges.add(new SequenceRange(first, last));
        }
        return ranges;
    }

    /** @return how many numbers the range holds */
    public long count() {
        return last - first + 1;
    }
}
