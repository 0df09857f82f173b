package org.c4igateway.jms.client;

import java.time.Duration;

/**
 * How large batches for one peer may be. The engine takes a peer for lost when no whole packet has come for some
 * seconds, and a batch is one packet: on a narrow link it must be short. So batches begin small, grow while they are
 * acknowledged soon, and shrink when one takes long. Guarded by the lock of its queue.
 */
final class BatchSize {
    /** A quarter of a second at 128 kbit/s. */
    private static final int LEAST = 4_096;

    private static final long SOON_NANOS = Duration.ofMillis(250).toNanos();
    private static final long LONG_NANOS = Duration.ofSeconds(1).toNanos();

    private final int least;
    private final int most;
    private int bytes;
    private long lastAcknowledged;
    private boolean any;

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
     * @param takenNanos when the sender took it
     */
    void acknowledged(long takenNanos, long nowNanos) {
        long busySince = any ? Math.max(takenNanos, lastAcknowledged) : takenNanos;
        if (nowNanos - takenNanos <= SOON_NANOS) {
            bytes = Math.min(most, 2 * bytes);
        } else if (nowNanos - busySince >= LONG_NANOS) {
            bytes = Math.max(least, bytes / 2);
        }
        lastAcknowledged = nowNanos;
        any = true;
    }
}
