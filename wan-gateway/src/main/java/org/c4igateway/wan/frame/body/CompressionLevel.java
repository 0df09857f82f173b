package org.c4igateway.wan.frame.body;

/** How hard zstd tries: more time for fewer bytes. */
public final class CompressionLevel {
    /** About 0.05 ms for a frame. */
    public static final int FAST = 3;

    private static final int THOROUGH = 12;
    private static final int SLOW = 19;

    private CompressionLevel() {}

    /**
     * The level that keeps a link busy at this rate with a few hundredths of one processor.
     *
     * @param bitsPerSecond configured rate of the link
     */
    public static int forRate(long bitsPerSecond) {
        if (bitsPerSecond <= 300_000) {
            return SLOW;
        }
        return bitsPerSecond <= 2_500_000 ? THOROUGH : FAST;
    }
}
