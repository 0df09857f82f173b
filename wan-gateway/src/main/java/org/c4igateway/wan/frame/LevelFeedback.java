package org.c4igateway.wan.frame;

import java.util.BitSet;
import java.util.Objects;
import org.c4igateway.wan.frame.wire.FrameLimits;

/**
 * Frames of one level that a receiver has: all that it knows, or a part of it if that is too much for one datagram.
 * Ownership: the bit set is handed over and never changed.
 *
 * @param level 0 to 3
 * @param nextExpected lowest level sequence it does not have; everything below it has been received or skipped
 * @param offset what lies above {@code nextExpected} and so many sequences further is not told; 0 except in a part
 * @param more whether it has frames above the last bit that this does not tell
 * @param received bit {@code i} tells whether {@code nextExpected + 1 + offset + i} has been received; shorter than
 *     {@link FrameLimits#MAX_FEEDBACK_SPAN}. What is clear below the highest set bit is missing. Empty when nothing has
 *     been received out of turn, or nothing is told of it.
 */
public record LevelFeedback(int level, long nextExpected, int offset, boolean more, BitSet received) {
    public LevelFeedback {
        FrameLimits.level(level);
        FrameLimits.number(nextExpected, FrameLimits.MAX_SEQUENCE, "next expected");
        FrameLimits.number(offset, FrameLimits.MAX_AHEAD, "offset");
        Objects.requireNonNull(received);
        if (received.length() >= FrameLimits.MAX_FEEDBACK_SPAN) {
            throw new IllegalArgumentException("feedback spans " + received.length() + " sequences");
        }
    }

    /** Sequences that a part without a bit tells of when there is more: so long a gap. */
    public static final int PART_SPAN = FrameLimits.MAX_FEEDBACK_SPAN - 1;

    /** All that a receiver has of the level. */
    public LevelFeedback(int level, long nextExpected, BitSet received) {
        this(level, nextExpected, 0, false, received);
    }

    /** A part that tells only what is expected next. */
    public static LevelFeedback nothingBut(int level, long nextExpected) {
        return new LevelFeedback(level, nextExpected, FrameLimits.MAX_AHEAD, true, new BitSet(0));
    }

    /** Whether this says explicitly which sequences it tells of. */
    public boolean isPart() {
        return offset > 0 || more;
    }

    /** Sequence of bit 0. */
    public long first() {
        return nextExpected + 1 + offset;
    }

    /** Highest sequence of which a part with more tells. */
    public long last() {
        return received.isEmpty() ? first() + PART_SPAN - 1 : highest();
    }

    /** Highest level sequence that this tells as received, or {@code nextExpected - 1} without one. */
    public long highest() {
        return received.isEmpty() ? nextExpected - 1 : nextExpected + offset + received.length();
    }
}
