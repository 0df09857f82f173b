package org.c4igateway.wan.link.settings;

import java.util.Objects;
import org.c4igateway.wan.frame.record.RecordCodec;
import org.c4igateway.wan.frame.wire.FrameLimits;

/**
 * Settings of one link in its sending direction.
 *
 * @param rate how fast
 * @param shares how the rate is divided
 * @param bounds how much memory
 * @param patience how long to wait at least
 */
public record LinkSettings(Rate rate, Shares shares, Bounds bounds, Patience patience) {
    public LinkSettings {
        Objects.requireNonNull(rate);
        Objects.requireNonNull(shares);
        Objects.requireNonNull(bounds);
        Objects.requireNonNull(patience);
    }

    /** Defaults at this rate; they fit 9.6 kbit/s to 1 Gbit/s and round trips of 1 ms to 1.5 s. */
    public static LinkSettings at(long bitsPerSecond) {
        return new LinkSettings(Rate.of(bitsPerSecond), Shares.DEFAULT, Bounds.at(bitsPerSecond), Patience.DEFAULT);
    }

    /**
     * How fast and how large.
     *
     * @param bitsPerSecond of the link in the sending direction, counting whole frames on the wire
     * @param aroundBodyBytes what the layers below add to a datagram
     * @param maxDatagramBytes largest datagram, at most {@link FrameLimits#BODY_BYTES}
     */
    public record Rate(long bitsPerSecond, int aroundBodyBytes, int maxDatagramBytes) {
        private static final int MIN_DATAGRAM = 448;

        public Rate {
            if (bitsPerSecond < 1) {
                throw new IllegalArgumentException("a link has a rate: " + bitsPerSecond + " bit/s");
            }
            if (aroundBodyBytes < 0) {
                throw new IllegalArgumentException("negative: " + aroundBodyBytes + " bytes");
            }
            if (maxDatagramBytes < MIN_DATAGRAM || maxDatagramBytes > FrameLimits.BODY_BYTES) {
                throw new IllegalArgumentException("a datagram has " + MIN_DATAGRAM + " to " + FrameLimits.BODY_BYTES
                        + " bytes: " + maxDatagramBytes);
            }
        }

        /** Frames of full size over DDS. */
        public static Rate of(long bitsPerSecond) {
            return new Rate(bitsPerSecond, FrameLimits.AROUND_BODY_BYTES, FrameLimits.BODY_BYTES);
        }

        public int maxWireBytes() {
            return aroundBodyBytes + maxDatagramBytes;
        }
    }

    /**
     * Parts of the link's rate, each between 0 and 1.
     *
     * @param routineFloor minimum share of ROUTINE while more urgent records wait all the time
     * @param repair maximum share of repairs within a level while new records of that level wait
     * @param insurance maximum share of second copies of FLASH frames while other records wait
     * @param feedback maximum share of datagrams with feedback only
     * @param probe maximum share of probes to a silent peer
     */
    public record Shares(double routineFloor, double repair, double insurance, double feedback, double probe) {
        /** Share of ROUTINE by default. */
        public static final double ROUTINE_FLOOR = 0.05;
        /** Fit for any link. */
        public static final Shares DEFAULT = new Shares(ROUTINE_FLOOR, 0.75, 0.10, 0.10, 0.04);

        public Shares {
            check(routineFloor, "routine floor");
            check(repair, "repair");
            check(insurance, "insurance");
            check(feedback, "feedback");
            check(probe, "probe");
            if (feedback == 0 || probe == 0 || repair == 0) {
                throw new IllegalArgumentException("feedback, probes and repairs need a share");
            }
        }

        private static void check(double share, String name) {
            if (!(share >= 0 && share < 1)) {
                throw new IllegalArgumentException("share of " + name + " must be from 0 to below 1: " + share);
            }
        }
    }

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
     * @param wideFrames so many frames beyond the windows of the levels, of all levels and peers together, where rate
     *     times round trip is large and the peer takes them; 0 for none. Both ends keep as many at most
     */
    public record Bounds(
            int queuedItems, long queuedBytes, int itemBytes, int windowFrames, int retainedFrames, int wideFrames) {
        /** Records that wait by default. */
        public static final int QUEUED_ITEMS = 100_000;
        /** Size of those. */
        public static final int QUEUED_MEBIBYTES = 256;

        /** Default queue; windows for 1 Gbit/s at 30 ms or 60 Mbit/s over a satellite. */
        public static final Bounds DEFAULT =
                new Bounds(QUEUED_ITEMS, (long) QUEUED_MEBIBYTES << 20, RecordCodec.MAX_BYTES, 8_192, 65_536);

        /** Limit of what feedback that is not in parts can describe. */
        private static final int MAX_WINDOW_FRAMES = 1 << 15;
        /** Largest number of frames beyond the windows: 1.5 GB of them. */
        public static final int MAX_WIDE_FRAMES = 1 << 20;
        /** What a link carries in this time may be in flight: eight round trips over two satellites. */
        private static final int WIDE_SECONDS = 12;

        public Bounds {
            if (queuedItems < 1
                    || queuedBytes < 1
                    || itemBytes < 1
                    || windowFrames < 1
                    || retainedFrames < windowFrames) {
                throw new IllegalArgumentException("bounds must be positive, and retained frames at least a window");
            }
            if (windowFrames > MAX_WINDOW_FRAMES) {
                throw new IllegalArgumentException(
                        "window of more than " + MAX_WINDOW_FRAMES + " frames: " + windowFrames);
            }
            FrameLimits.number(wideFrames, MAX_WIDE_FRAMES, "frames beyond the windows");
        }

        /** No frames beyond the windows. */
        public Bounds(int queuedItems, long queuedBytes, int itemBytes, int windowFrames, int retainedFrames) {
            this(queuedItems, queuedBytes, itemBytes, windowFrames, retainedFrames, 0);
        }

        /** The default at this rate: windows that do not limit it at round trips of up to 1.5 s. */
        public static Bounds at(long bitsPerSecond) {
            long frames = bitsPerSecond / Byte.SIZE * WIDE_SECONDS / FrameLimits.WIRE_BYTES - DEFAULT.windowFrames;
            return DEFAULT.wide(Math.clamp(frames, 0, MAX_WIDE_FRAMES));
        }

        /** The same with so many frames beyond the windows. */
        public Bounds wide(int frames) {
            return new Bounds(queuedItems, queuedBytes, itemBytes, windowFrames, retainedFrames, frames);
        }
    }

    /**
     * Lower bounds of waiting. Above them all waiting follows from what is measured: round trip, rate and loss.
     *
     * @param downAfterNanos a peer that does not answer is held for down after this time at the earliest
     * @param keepAliveNanos a peer that has nothing to say is asked after this time at the earliest
     * @param knockNanos how often a peer that is down is asked at most, in the long run
     */
    public record Patience(long downAfterNanos, long keepAliveNanos, long knockNanos) {
        /** Three seconds each; four times a second. */
        public static final Patience DEFAULT = new Patience(3_000_000_000L, 3_000_000_000L, 250_000_000L);

        public Patience {
            if (downAfterNanos < 1 || keepAliveNanos < 1 || knockNanos < 1) {
                throw new IllegalArgumentException(
                        "waiting takes time: " + downAfterNanos + ", " + keepAliveNanos + ", " + knockNanos);
            }
        }
    }
}
