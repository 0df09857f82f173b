package org.c4igateway.jms.presence;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Whether a peer behind an external broker still answers. The broker accepts messages for a dead peer as well, so a
 * connection to the broker does not show that the peer runs. The peer counts as present while something came from it
 * recently. For this all nodes send heartbeats, more slowly the longer a peer is silent, so that few gather in its
 * queue. Safe for any thread.
 */
public final class PeerHeartbeat {
    /** Time between two beats to a peer that is heard. */
    public static final Duration INTERVAL = Duration.ofSeconds(2);
    /** A peer that is silent for this long is not reachable. The time allows for some lost or late heartbeats. */
    public static final Duration SILENCE = INTERVAL.multipliedBy(4);
    /** Longest time between two beats to a peer that is not heard. */
    static final Duration MAX_INTERVAL = Duration.ofMinutes(1);

    private static final Duration LEAST = Duration.ofMillis(10);

    private final LongSupplier nanoTime;
    private boolean everHeard;
    private long heardNanos;
    private long dueNanos;
    private Duration interval = INTERVAL;

    public PeerHeartbeat(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.dueNanos = nanoTime.getAsLong();
    }

    /** Something of the peer has come. */
    public synchronized void heard() {
        long now = nanoTime.getAsLong();
        everHeard = true;
        heardNanos = now;
        if (!interval.equals(INTERVAL)) {
            interval = INTERVAL;
            dueNanos = Math.min(dueNanos, now);
        }
    }

    public synchronized boolean isAlive() {
        return everHeard && nanoTime.getAsLong() - heardNanos < SILENCE.toNanos();
    }

    /** @return whether to beat now; the next beat is due after the pause that begins with this call */
    public synchronized boolean beats() {
        long now = nanoTime.getAsLong();
        if (now - dueNanos < 0) {
            return false;
        }
        if (!isAlive()) {
            Duration slower = interval.multipliedBy(2);
            interval = slower.compareTo(MAX_INTERVAL) < 0 ? slower : MAX_INTERVAL;
        }
        dueNanos = now + interval.toNanos();
        return true;
    }

    /** @return time until the next change here, if nothing comes from the peer */
    public synchronized Duration untilNextLook() {
        long now = nanoTime.getAsLong();
        long left = dueNanos - now;
        if (isAlive()) {
            left = Math.min(left, heardNanos + SILENCE.toNanos() - now);
        }
        return Duration.ofNanos(Math.max(LEAST.toNanos(), left));
    }
}
