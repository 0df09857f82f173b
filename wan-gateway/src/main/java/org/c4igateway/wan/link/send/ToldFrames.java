package org.c4igateway.wan.link.send;

import java.util.BitSet;
import java.util.function.LongConsumer;
import org.c4igateway.wan.frame.LevelFeedback;
import org.c4igateway.wan.frame.SequenceSet;

/**
 * Frames of one level that a receiver has told of and that lie above the one it expects next. Feedback repeats what
 * earlier feedback told: for a wide window thousands of frames, of which few are new.
 */
final class ToldFrames {
    private final SequenceSet told = new SequenceSet();
    /** What lies below was told with the one that was expected. */
    private long expected;

    void clear() {
        told.clear();
        expected = 0;
    }

    /** @param fresh takes the sequences above the expected one of which no earlier feedback told, lowest first */
    void tell(LevelFeedback feedback, LongConsumer fresh) {
        expected = Math.max(expected, feedback.nextExpected());
        told.dropBelow(expected);
        BitSet received = feedback.received();
        int known = Math.clamp(expected - feedback.first(), 0, received.length());
        if (known == received.length()) {
            return;
        }
        long first = feedback.first() + known;
        BitSet news = received.get(known, received.length());
        news.andNot(told.range(first, news.length()));
        for (int bit = news.nextSetBit(0); bit >= 0; bit = news.nextSetBit(bit + 1)) {
            told.add(first + bit);
            fresh.accept(first + bit);
        }
    }
}
