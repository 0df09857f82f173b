package org.c4igateway.wan.frame;

import java.util.BitSet;

/**
 * Which packet numbers of a session have been taken: a window below the highest one. One thread at a time.
 *
 * <p>What lies below the window is refused, since it can no longer be told from a replay. The window is as long as what
 * a gigabit link carries in about 1.4 s of reordering, and takes 16 KiB.
 */
final class ReplayWindow {
    static final int PACKETS = 1 << 17;

    /** Bit {@code packet % PACKETS}, for the packets of the window. */
    private final BitSet seen = new BitSet(PACKETS);

    private long highest = -1;

    /** Whether the packet has not been taken yet and can still be told apart. */
    boolean admits(long packet) {
        return packet > highest || (packet > highest - PACKETS && !seen.get(slot(packet)));
    }

    /** Takes a packet that {@link #admits} admitted and that is authentic. */
    void take(long packet) {
        if (packet - highest >= PACKETS) {
            seen.clear();
        } else {
            for (long passed = highest + 1; passed < packet; passed++) {
                seen.clear(slot(passed));
            }
        }
        seen.set(slot(packet));
        highest = Math.max(highest, packet);
    }

    private static int slot(long packet) {
        return (int) (packet & (PACKETS - 1));
    }
}
