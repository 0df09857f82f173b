package org.c4igateway.wan.gateway;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.c4igateway.wan.route.Moment;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread of router and links, with its queue. Data blocks until there is room, which slows its source. Datagrams
 * without room are dropped, as in a network. Control always has room.
 */
final class GatewayLoop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayLoop.class);
    private static final int MAX_WORK = 16_384;
    private static final long MAX_BYTES = 32L << 20;
    private static final int BATCH = 64;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final InstantSource time;
    private final Pulse pulse;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notEmpty = lock.newCondition();
    private final Condition notFull = lock.newCondition();
    private final ArrayDeque<Queued> queue = new ArrayDeque<>();
    private final Thread thread = Thread.ofPlatform().daemon().name("wan-loop").unstarted(this::run);
    private long queuedBytes;
    private boolean closed;

    /** A task for the loop's thread. */
    @FunctionalInterface
    interface Work {
        void run(Moment now);
    }

    /** Work that is due between two events. */
    interface Pulse {
        /**
         * Does what is due.
         *
         * @return when to be called again at the latest, {@link System#nanoTime}
         */
        long beat(Moment now);
    }

    private record Queued(Work work, int bytes) {}

    GatewayLoop(InstantSource time, Pulse pulse) {
        this.time = time;
        this.pulse = pulse;
    }

    void start() {
        thread.start();
    }

    Moment now() {
        Instant wall = time.instant();
        return new Moment(System.nanoTime(), TimeUnit.SECONDS.toNanos(wall.getEpochSecond()) + wall.getNano());
    }

    /** Queues data; blocks while the queue is full. Work is dropped when the loop has ended. */
    void put(Work work, int bytes) {
        lock.lock();
        try {
            while (isFull() && !closed) {
                notFull.awaitUninterruptibly();
            }
            add(work, bytes);
        } finally {
            lock.unlock();
        }
    }

    /** Queues a datagram. @return false when it was dropped because the queue is full */
    boolean offer(Work work, int bytes) {
        lock.lock();
        try {
            return !isFull() && add(work, bytes);
        } finally {
            lock.unlock();
        }
    }

    /** Queues control; never blocks. */
    void force(Work work) {
        lock.lock();
        try {
            add(work, 0);
        } finally {
            lock.unlock();
        }
    }

    /** Runs a control task and waits for its end. */
    void call(Work work) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        force(now -> {
            try {
                work.run(now);
                done.complete(null);
            } catch (RuntimeException e) {
                done.completeExceptionally(e);
            }
        });
        done.join();
    }

    private boolean isFull() {
        return queue.size() >= MAX_WORK || queuedBytes >= MAX_BYTES;
    }

    private boolean add(Work work, int bytes) {
        if (closed) {
            return false;
        }
        queue.add(new Queued(work, bytes));
        queuedBytes += bytes;
        notEmpty.signal();
        return true;
    }

    private void run() {
        long wakeNanos = System.nanoTime();
        while (true) {
            Queued next = take(wakeNanos);
            for (int i = 0; next != null && i < BATCH; i++) {
                guarded(next.work());
                next = poll();
            }
            if (next != null) {
                guarded(next.work());
            }
            if (isClosed()) {
                return;
            }
            wakeNanos = beat();
        }
    }

    /** A task that fails is a defect, and must not stop the gateway. */
    private void guarded(Work work) {
        try {
            work.run(now());
        } catch (RuntimeException e) {
            LOG.error("a task of the gateway failed", e);
        }
    }

    private long beat() {
        try {
            return pulse.beat(now());
        } catch (RuntimeException e) {
            LOG.error("the periodic work of the gateway failed", e);
            return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(10);
        }
    }

    private @Nullable Queued take(long wakeNanos) {
        lock.lock();
        try {
            while (queue.isEmpty() && !closed) {
                long left = wakeNanos - System.nanoTime();
                if (left <= 0) {
                    return null;
                }
                var _ = notEmpty.awaitNanos(left);
            }
            return pollLocked();
        } catch (InterruptedException e) {
            closed = true;
            return null;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Queued poll() {
        lock.lock();
        try {
            return pollLocked();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Queued pollLocked() {
        Queued next = queue.poll();
        if (next != null) {
            queuedBytes -= next.bytes();
            notFull.signal();
        }
        return next;
    }

    private boolean isClosed() {
        lock.lock();
        try {
            return closed && queue.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the thread after what is queued; waits for that for a moment. Idempotent. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            notEmpty.signalAll();
            notFull.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            if (thread.isAlive() && !thread.join(PATIENCE)) {
                LOG.error("the gateway's thread does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
