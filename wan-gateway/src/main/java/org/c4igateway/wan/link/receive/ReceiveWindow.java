package org.c4igateway.wan.link.receive;

import org.c4igateway.wan.frame.wire.FrameLimits;

/**
 * How many frames of one peer may wait for frames before them. Each level may always reach {@code frames} ahead of what
 * it expects next. Further ahead all levels share {@code wide} frames, so that none of them takes the place of another.
 */
final class ReceiveWindow {
    private final int frames;
    private final int wide;
    private int waiting;

    /**
     * A window in which nothing waits.
     *
     * @param frames of each level
     * @param wide more, of all levels together
     */
    ReceiveWindow(int frames, int wide) {
        this.frames = frames;
        this.wide = wide;
    }

    /**
     * Whether a frame has room.
     *
     * @param ahead how far it is from the one that is expected next
     */
    boolean admits(long ahead) {
        return ahead < frames || (ahead < frames + wide && waiting < FrameLimits.LEVELS * frames + wide);
    }

    /** So many frames more wait, or fewer. */
    void add(int more) {
        waiting += more;
    }
}
