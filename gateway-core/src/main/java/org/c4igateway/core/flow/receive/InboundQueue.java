package org.c4igateway.core.flow.receive;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.c4igateway.core.flow.PrecedenceQueue;

/**
 * Arrivals that wait for the inbox, bounded by count and bytes. {@code put} blocks while the queue is full. The most
 * urgent arrival comes first, with the floor of {@link PrecedenceQueue}; arrivals of one precedence stay in order.
 * Thread-safe.
 */
final class InboundQueue {
    /** In which a queue that is full by bytes is taken, at least. */
    private static final int BATCHES = 8;

    /** A full queue of which nothing was taken for so long is stuck. */
    static final Duration STUCK = Duration.ofSeconds(5);

    private final int maxRows;
    private final long maxBytes;
    private final LongSupplier ticks;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notFull = lock.newCondition();
    private final Condition notEmpty = lock.newCondition();
    private final PrecedenceQueue<Arrival> arrivals = new PrecedenceQueue<>(Arrival::sizeBytes);
    /** When something was taken last, or the queue became full after that. */
    private long movedTick;
    /** An arrival was refused because the queue was stuck, and most of it has not been taken since. */
    private boolean stuck;

    private boolean refusing;
    private boolean refused;
    private boolean closed;
    private boolean dropped;

    /** @param ticks a clock that never goes back, nanoseconds */
    InboundQueue(int maxRows, long maxBytes, LongSupplier ticks) {
        this.ticks = ticks;
        this.maxRows = maxRows;
        this.maxBytes = maxBytes;
    }

    /**
     * Adds an arrival, blocking while the queue is full. One larger than the bound passes when the queue is empty.
     *
     * @return false when the arrival was not taken, because the queue is closed, or has been full while
     *     {@link #refuseWhenFull refusing}
     */
    boolean put(Arrival arrival) {
        lock.lock();
        try {
            while (!closed && !refusing && isFull()) {
                notFull.awaitUninterruptibly();
            }
            return addIfOpen(arrival);
        } finally {
            lock.unlock();
        }
    }

    /**
     * The same, but does not wait for a queue that is stuck. It takes arrivals again when most of what waits has been
     * taken: origins send refused rows again from the first one, and copies of rows that still wait would fill the
     * queue. One that is not taken is no reason to refuse those that come after it: the caller sees to their order.
     */
    boolean putUnlessStuck(Arrival arrival) {
        lock.lock();
        try {
            while (!stuck && !closed && !refusing && isFull()) {
                long left = nanosUntilStuck();
                stuck = left <= 0;
                if (!stuck) {
                    var _ = notFull.awaitNanos(left);
                }
            }
            return !stuck && addIfOpen(arrival);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    private boolean addIfOpen(Arrival arrival) {
        if (closed || refused || isFull()) {
            refused = true;
            return false;
        }
        add(arrival);
        return true;
    }

    private long nanosUntilStuck() {
        return movedTick + STUCK.toNanos() - ticks.getAsLong();
    }

    /** @return whether {@link #putUnlessStuck} takes arrivals, at once or after a wait; any thread may ask */
    boolean takes() {
        lock.lock();
        try {
            return !stuck && !closed && !refusing && (!isFull() || nanosUntilStuck() > 0);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds an arrival if there is room at once. One that is left out is no reason to refuse those that come after it:
     * nobody sends it again.
     *
     * @return whether it was taken
     */
    boolean offer(Arrival arrival) {
        lock.lock();
        try {
            if (closed || refused || isFull()) {
                return false;
            }
            add(arrival);
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void add(Arrival arrival) {
        arrivals.add(arrival.precedence(), arrival);
        if (isFull()) {
            movedTick = ticks.getAsLong();
        }
        notEmpty.signal();
    }

    private boolean isFull() {
        return arrivals.isFull(maxRows, maxBytes);
    }

    /**
     * From now on {@code put} does not block. It refuses an arrival without room and all that come after it: one of
     * them, taken, would overtake the refused one, which its origin sends again.
     */
    void refuseWhenFull() {
        lock.lock();
        try {
            refusing = true;
            notFull.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes a batch. It ends with the arrival that brings it to an eighth of the queue's bound in bytes: while it is
     * written, with copies in the driver of the database, the queue fills again.
     *
     * @return up to {@code most} arrivals; empty after {@code patience} or when closed
     */
    List<Arrival> take(int most, Duration patience) throws InterruptedException {
        lock.lock();
        try {
            long nanos = patience.toNanos();
            while (arrivals.isEmpty() && !closed && nanos > 0) {
                nanos = notEmpty.awaitNanos(nanos);
            }
            List<Arrival> taken = takeNow(most);
            if (!taken.isEmpty()) {
                movedTick = ticks.getAsLong();
                stuck = stuck && arrivals.isFull(Math.max(1, maxRows / BATCHES), Math.max(1, maxBytes / BATCHES));
                notFull.signalAll();
            }
            return taken;
        } finally {
            lock.unlock();
        }
    }

    private List<Arrival> takeNow(int most) {
        List<Arrival> taken = new ArrayList<>(Math.min(most, arrivals.size()));
        long bytes = 0;
        while (taken.size() < most && (taken.isEmpty() || bytes < maxBytes / BATCHES)) {
            Arrival arrival = arrivals.poll();
            if (arrival == null) {
                break;
            }
            taken.add(arrival);
            bytes += arrival.sizeBytes();
        }
        return taken;
    }

    /** Refuses further arrivals and releases blocked callers. */
    void close() {
        lock.lock();
        try {
            closed = true;
            notFull.signalAll();
            notEmpty.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Closes, and forgets what waits. @return how many arrivals these were */
    int drop() {
        lock.lock();
        try {
            close();
            dropped = true;
            int waited = arrivals.size();
            arrivals.removeIf(any -> true);
            return waited;
        } finally {
            lock.unlock();
        }
    }

    /** @return whether {@link #drop} was called; any thread may ask */
    boolean isDropped() {
        lock.lock();
        try {
            return dropped;
        } finally {
            lock.unlock();
        }
    }

    boolean isEmpty() {
        lock.lock();
        try {
            return arrivals.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Waits a moment without holding a lock; ends early when the queue closes. */
    void pause(Duration duration) throws InterruptedException {
        lock.lock();
        try {
            long nanos = duration.toNanos();
            while (!closed && nanos > 0) {
                nanos = notFull.awaitNanos(nanos);
            }
        } finally {
            lock.unlock();
        }
    }

    /** @return whether {@link #close} was called; any thread may ask */
    boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }
}
