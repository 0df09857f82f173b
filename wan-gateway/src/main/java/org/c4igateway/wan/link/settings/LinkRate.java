package org.c4igateway.wan.link.settings;

import org.c4igateway.wan.frame.wire.FrameLimits;

/**
 * How fast and how large.
 *
 * @param bitsPerSecond of the link in the sending direction, counting whole frames on the wire
 * @param aroundBodyBytes what the layers below add to a datagram
 * @param maxDatagramBytes largest datagram, at most {@link FrameLimits#BODY_BYTES}
 * @param slackNanos how far a late call may be made good by an early next one; so long a frame may wait in the queue of
 *     whatever shapes the link
 */
public record LinkRate(long bitsPerSecond, int aroundBodyBytes, int maxDatagramBytes, long slackNanos) {
    private static final int MIN_DATAGRAM = 448;

    public LinkRate {
        if (bitsPerSecond < 1) {
            throw new IllegalArgumentException("a link has a rate: " + bitsPerSecond + " bit/s");
        }
        if (aroundBodyBytes < 0 || slackNanos < 0) {
            throw new IllegalArgumentException("negative: " + aroundBodyBytes + " bytes, " + slackNanos + " ns");
        }
        if (maxDatagramBytes < MIN_DATAGRAM || maxDatagramBytes > FrameLimits.BODY_BYTES) {
            throw new IllegalArgumentException("a datagram has " + MIN_DATAGRAM + " to " + FrameLimits.BODY_BYTES
                    + " bytes: " + maxDatagramBytes);
        }
    }

    /** Frames of full size over DDS. */
    public static LinkRate of(long bitsPerSecond) {
        return new LinkRate(bitsPerSecond, FrameLimits.AROUND_BODY_BYTES, FrameLimits.BODY_BYTES, 1_000_000);
    }

    public int maxWireBytes() {
        return aroundBodyBytes + maxDatagramBytes;
    }
}
