package org.c4igateway.wan.frame;

import java.util.BitSet;
import java.util.Objects;
import org.c4igateway.wan.frame.wire.FrameLimits;

/**
 * Frames of one level that a receiver has. Ownership: the bit set is handed over and never changed.
 *
 * @param level 0 to 3
 * @param nextExpected lowest level sequence it does not have; everything below it has been received or skipped
 * @param received bit {@code i} tells whether {@code nextExpected + 1 + i} has been received; shorter than {@link
 *     FrameLimits#MAX_FEEDBACK_SPAN}. What is clear below the highest set bit is missing. Empty when nothing has been
 *     received out of turn.
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

    /** Highest level sequence received, or {@code nextExpected - 1} without a gap. */
    public long highest() {
        return received.isEmpty() ? nextExpected - 1 : nextExpected + received.length();
    }
}
