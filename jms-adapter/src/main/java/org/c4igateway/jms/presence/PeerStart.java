package org.c4igateway.jms.presence;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Which start of a peer answers, as far as the peer has told. With an engine in the peer's process each connection
 * belongs to one start; an external broker hides a restart. Any thread.
 */
public final class PeerStart {
    /**
     * How long a peer may take to tell, from when it is heard first: a node of an older release does not answer an
     * announcement.
     */
    private static final Duration TELLING = Duration.ofSeconds(3);

    private final boolean behindBroker;
    private final LongSupplier nanoTime;
    private volatile long incarnation;
    private volatile boolean heard;
    private volatile long heardNanos;

    /**
     * @param behindBroker whether the peer has no engine of its own
     * @param nanoTime {@link System#nanoTime}
     */
    public PeerStart(boolean behindBroker, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.behindBroker = behindBroker;
    }

    /** The peer tells its incarnation. @return whether it has told another one before */
    public boolean announced(long next) {
        long known = incarnation;
        incarnation = next;
        return known != 0 && known != next;
    }

    /** There is a connection from now on. */
    public void connected() {
        heard = false;
    }

    /** Something of the peer has come. One thread at a time. */
    public void heard() {
        if (!heard) {
            heardNanos = nanoTime.getAsLong();
            heard = true;
        }
    }

    /** The connection has ended. */
    public void disconnected() {
        if (!behindBroker) {
            incarnation = 0;
        }
    }

    /** @return whether rows may be sent: the peer has told, or need not, or has had its time */
    public boolean isKnown() {
        return !behindBroker || incarnation != 0 || (heard && nanoTime.getAsLong() - heardNanos > TELLING.toNanos());
    }

    /**
     * For which start the rows of one connection are: what the peer has told when the first of them is encoded, and
     * never another. 0 until it tells, and where it has its own engine.
     */
    public LongSupplier recipient() {
        AtomicLong fixed = new AtomicLong();
        return () -> {
            if (behindBroker) {
                fixed.compareAndSet(0, incarnation);
            }
            return fixed.get();
        };
    }
}
