package org.c4igateway.core.flow.receive;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.c4igateway.core.message.SequenceRange;

/** Codes sequence numbers as ranges. */
final class SequenceRanges {
    private SequenceRanges() {}

    /** @return the fewest ranges that hold exactly these numbers, ascending; repeated numbers count once */
    static List<SequenceRange> of(long[] sequences) {
        long[] sorted = sequences.clone();
        Arrays.sort(sorted);
        List<SequenceRange> ranges = new ArrayList<>();
        int i = 0;
        while (i < sorted.length) {
            long first = sorted[i];
            long last = first;
            while (i < sorted.length && sorted[i] <= last + 1) {
                last = sorted[i];
                i++;
            }
            ranges.add(new SequenceRange(first, last));
        }
        return ranges;
    }
}
