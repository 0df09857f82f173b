package org.c4igateway.jms.client;

import java.time.Duration;

/**
 * How large batches for one peer may be. A more urgent row waits for the batch before it, and an external broker takes
 * a peer for lost when no whole packet has come for some seconds, where a batch is one packet: on a narrow link it must
 * be short. So batches begin small and double while they are acknowledged soon; after each second of work they have
 * what the link carries in a quarter of one. Guarded by the lock of its queue.
 */
final class BatchSize {
    /** A quarter of a second at 128 kbit/s. */
    private static final int LEAST = 4_096;

    private static final long SOON_NANOS = Duration.ofMillis(250).toNanos();
    private static final long WINDOW_NANOS = Duration.ofSeconds(1).toNanos();

    private final int least;
    private final int most;
    private int bytes;
    private boolean any;
    private long lastAcknowledged;
    /** Moves on while nothing is under way. */
    private long windowStart;

    private long windowBytes;

    /** @param most limit of the configuration, in bytes */
    BatchSize(int most) {
        this.least = Math.min(LEAST, most);
        this.most = most;
        this.bytes = least;
    }

    int bytes() {
        return bytes;
    }

    /**
     * A batch was acknowledged.
     *
     * @param batchBytes bytes of its rows
     * @param takenNanos when the sender took it
     */
    void acknowledged(int batchBytes, long takenNanos, long nowNanos) {
        windowStart = any ? windowStart + Math.max(0, takenNanos - lastAcknowledged) : takenNanos;
        any = true;
        lastAcknowledged = nowNanos;
        windowBytes += batchBytes;
        if (nowNanos - takenNanos <= SOON_NANOS) {
            bytes = Math.min(most, 2 * bytes);
        }
        long busyNanos = nowNanos - windowStart;
        if (busyNanos >= WINDOW_NANOS) {
            bytes = (int) Math.clamp((double) windowBytes * SOON_NANOS / busyNanos, least, most);
            windowStart = nowNanos;
            windowBytes = 0;
        }
    }
}
