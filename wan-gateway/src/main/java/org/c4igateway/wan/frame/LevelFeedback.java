package org.c4igateway.wan.frame;

import java.util.BitSet;
import java.util.Objects;
import org.c4igateway.wan.frame.wire.FrameLimits;
import org.c4igateway.wan.frame.wire.GapCode;

/**
 * Frames of one level that a receiver has. Ownership: the bit set is handed over and never changed.
 *
 * @param level 0 to 3
 * @param nextExpected lowest level sequence it does not have; everything below it has been received or skipped
 * @param received bit {@code i} tells whether {@code nextExpected + 1 + i} has been received; shorter than {@link
 *     FrameLimits#MAX_FEEDBACK_SPAN}. What is clear below the highest set bit is missing. Empty when nothing has been
 *     received out of turn. May be cut at the upper end to fit, see {@link #within}.
 */
public record LevelFeedback(int level, long nextExpected, BitSet received) {
    public LevelFeedback {
        FrameLimits.level(level);
        FrameLimits.number(nextExpected, FrameLimits.MAX_SEQUENCE, "next expected");
        Objects.requireNonNull(received);
        if (received.length() >= FrameLimits.MAX_FEEDBACK_SPAN) {
            throw new IllegalArgumentException("feedback spans " + received.length() + " sequences");
        }
    }

    /** A level without a gap. */
    public static LevelFeedback complete(int level, long nextExpected) {
        return new LevelFeedback(level, nextExpected, new BitSet(0));
    }

    /**
     * This feedback with its gaps in at most so many bytes: what does not fit is left out at the upper end, so that the
     * sender knows less, but nothing wrong.
     *
     * @param gapBytes at least 1
     */
    public LevelFeedback within(int gapBytes) {
        int fits = 0;
        int tooLong = received.length() + 1;
        while (tooLong - fits > 1) {
            int length = fits == 0 && tooLong > received.length() ? received.length() : (fits + tooLong) / 2;
            if (GapCode.bytes(received.get(0, length)) <= gapBytes) {
                fits = length;
            } else {
                tooLong = length;
            }
        }
        return fits == received.length() ? this : new LevelFeedback(level, nextExpected, received.get(0, fits));
    }

    /** Highest level sequence received, or {@code nextExpected - 1} without a gap. */
    public long highest() {
        return received.isEmpty() ? nextExpected - 1 : nextExpected + received.length();
    }

    /** Whether this feedback says that the sequence did not arrive: it is below the highest and not received. */
    public boolean misses(long sequence) {
        if (sequence < nextExpected || sequence >= highest()) {
            return false;
        }
        return sequence == nextExpected || !received.get((int) (sequence - nextExpected - 1));
    }

    /** Whether this feedback says that the sequence arrived or was skipped. */
    public boolean has(long sequence) {
        return sequence < nextExpected || (sequence <= highest() && !misses(sequence));
    }
}
