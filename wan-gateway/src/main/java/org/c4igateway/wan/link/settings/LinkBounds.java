package org.c4igateway.wan.link.settings;

import org.c4igateway.wan.frame.record.RecordCodec;

/**
 * Bounds of memory.
 *
 * @param queuedItems most records waiting
 * @param queuedBytes most bytes of records waiting, wherever their bytes are held
 * @param itemBytes largest record, also when received
 * @param windowFrames most frames of a level that a receiver may be behind, and most that are kept while one before
 *     them is missing. The largest of the memory bounds: a receiver keeps up to this many datagrams per level and
 *     peer. Use the same value at both ends.
 * @param retainedFrames most frames kept for receivers that are away while others go on
 */
public record LinkBounds(int queuedItems, long queuedBytes, int itemBytes, int windowFrames, int retainedFrames) {
    /** Records that wait by default. */
    public static final int QUEUED_ITEMS = 100_000;
    /** Size of those. */
    public static final int QUEUED_MEBIBYTES = 256;

    /** Default queue; windows for 1 Gbit/s at 30 ms or 60 Mbit/s over a satellite. */
    public static final LinkBounds DEFAULT =
            new LinkBounds(QUEUED_ITEMS, (long) QUEUED_MEBIBYTES << 20, RecordCodec.MAX_BYTES, 8_192, 65_536);

    /** Limit of what feedback can describe. */
    private static final int MAX_WINDOW_FRAMES = 1 << 15;

    public LinkBounds {
        if (queuedItems < 1 || queuedBytes < 1 || itemBytes < 1 || windowFrames < 1 || retainedFrames < windowFrames) {
            throw new IllegalArgumentException("bounds must be positive, and retained frames at least a window");
        }
        if (windowFrames > MAX_WINDOW_FRAMES) {
            throw new IllegalArgumentException(
                    "window of more than " + MAX_WINDOW_FRAMES + " frames: " + windowFrames);
        }
    }
}
