package org.c4igateway.wan.frame;

import java.util.Arrays;
import org.c4igateway.wan.frame.body.ChunkPacker;
import org.c4igateway.wan.frame.wire.FrameLimits;

/**
 * One frame of a level. Ownership: the body is handed over and never changed.
 *
 * @param level 0 FLASH to 3 ROUTINE
 * @param sequence of the frame within its level; a repair has the sequence of what it repairs
 * @param base lowest level sequence still repaired, at most {@code sequence}; receivers skip what is below
 * @param body what {@link ChunkPacker} made; may hold no chunk at all
 */
public record DataFrame(int level, long sequence, long base, byte[] body) {
    public DataFrame {
        FrameLimits.level(level);
        FrameLimits.number(sequence, FrameLimits.MAX_SEQUENCE, "sequence");
        FrameLimits.number(base, sequence, "base");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DataFrame that
                && level == that.level
                && sequence == that.sequence
                && base == that.base
                && Arrays.equals(body, that.body);
    }

    @Override
    public int hashCode() {
        return 31 * level + Long.hashCode(sequence);
    }

    @Override
    public String toString() {
        return "level " + level + " #" + sequence + " base " + base + " (" + body.length + " bytes)";
    }
}
