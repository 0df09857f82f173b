package org.c4igateway.wan.frame;

import java.util.Arrays;
import org.c4igateway.wan.frame.body.ChunkPacker;
import org.c4igateway.wan.frame.wire.FrameLimits;

/**
 * One frame of a lane. Ownership: the body is handed over and never changed.
 *
 * @param lane 0 FLASH to 3 ROUTINE
 * @param sequence of the frame within its lane; a repair has the sequence of what it repairs
 * @param base lowest lane sequence still repaired, at most {@code sequence}; receivers skip what is below
 * @param body what {@link ChunkPacker} made; may hold no chunk at all
 */
public record DataFrame(int lane, long sequence, long base, byte[] body) {
    public DataFrame {
        FrameLimits.lane(lane);
        FrameLimits.number(sequence, FrameLimits.MAX_SEQUENCE, "sequence");
        FrameLimits.number(base, sequence, "base");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DataFrame that
                && lane == that.lane
                && sequence == that.sequence
                && base == that.base
                && Arrays.equals(body, that.body);
    }

    @Override
    public int hashCode() {
        return 31 * lane + Long.hashCode(sequence);
    }

    @Override
    public String toString() {
        return "lane " + lane + " #" + sequence + " base " + base + " (" + body.length + " bytes)";
    }
}
