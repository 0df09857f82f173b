package org.c4igateway.wan.lan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.watch.Loop;
import org.c4igateway.core.watch.Loops;
import org.jspecify.annotations.Nullable;

/**
 * Writes to the domain on its own thread, so that a slow reader delays neither the link nor other topics. Samples go as
 * {@link LanQueue} says. A topic whose writer has no room pauses for a moment while others continue. When the queue is
 * full, the longest line is dropped completely, because its later samples must not arrive before the repeated ones.
 */
final class LanOutput implements AutoCloseable {
    private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    /** Longest time for one write. */
    private static final Duration SILENCE = Duration.ofSeconds(60);

    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final long maxBytes;
    private final IntConsumer onDrop;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final LanQueue queue = new LanQueue();
    private final Map<String, Long> restingUntil = new HashMap<>();
    private final Runnable flush;
    private final Loops loops;
    private final Thread thread;
    private boolean closed;

    /**
     * A sample to be written.
     *
     * @param topic DDS topic
     * @param bytes what it takes in memory
     * @param write writes it; says whether there was room
     * @param onDrop runs when it is dropped, on the caller's thread of {@link #add}, must not block
     */
    record QueuedSample(String topic, Precedence precedence, int bytes, Attempt write, Runnable onDrop) {}

    /** One attempt to write. */
    interface Attempt {
        /** @return false when the writer has no room for now */
        boolean write();
    }

    /**
     * @param flush sends what writers hold back; called when nothing waits
     * @param loops show from {@link #start} on whether the thread turns
     * @param onDrop takes how many samples were dropped; on the caller's thread of {@link #add}, must not block
     */
    LanOutput(String name, long maxBytes, Runnable flush, IntConsumer onDrop, Loops loops) {
        this.loops = loops;
        this.maxBytes = maxBytes;
        this.flush = flush;
        this.onDrop = onDrop;
        this.thread = Thread.ofPlatform().daemon().name(name).unstarted(() -> live(name));
    }

    void start() {
        thread.start();
    }

    /** Queues a sample. Does not block. */
    void add(QueuedSample sample) {
        List<QueuedSample> dropped = new ArrayList<>();
        lock.lock();
        try {
            if (closed) {
                return;
            }
            queue.add(sample);
            while (queue.bytes() > maxBytes) {
                dropped.addAll(queue.dropLongest());
            }
            work.signal();
        } finally {
            lock.unlock();
        }
        if (!dropped.isEmpty()) {
            onDrop.accept(dropped.size());
            dropped.forEach(each -> each.onDrop().run());
        }
    }

    private void live(String name) {
        Loop loop = loops.add(name, SILENCE);
        loop.live(() -> run(loop));
    }

    private void run(Loop loop) {
        boolean unflushed = false;
        while (true) {
            loop.rest();
            QueuedSample sample = next(unflushed);
            loop.beat();
            if (sample == null) {
                flush.run();
                unflushed = false;
                if (isClosed()) {
                    return;
                }
            } else if (sample.write().write()) {
                unflushed = true;
            } else {
                putBack(sample);
            }
        }
    }

    /** @return null when it is time to flush or to end */
    private @Nullable QueuedSample next(boolean unflushed) {
        lock.lock();
        try {
            while (!closed) {
                long now = System.nanoTime();
                QueuedSample sample = poll(now);
                if (sample != null || unflushed) {
                    return sample;
                }
                if (restingUntil.isEmpty()) {
                    work.awaitUninterruptibly();
                } else {
                    var _ = work.awaitNanos(REST_NANOS);
                }
            }
            return null;
        } catch (InterruptedException e) {
            closed = true;
            return null;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable QueuedSample poll(long now) {
        restingUntil.values().removeIf(until -> now - until >= 0);
        return queue.poll(topic -> !restingUntil.containsKey(topic));
    }

    private void putBack(QueuedSample sample) {
        lock.lock();
        try {
            queue.putBack(sample);
            restingUntil.put(sample.topic(), System.nanoTime() + REST_NANOS);
        } finally {
            lock.unlock();
        }
    }

    private boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /** Ends; what waits is dropped. Waits a moment for a write that runs. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            work.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            if (thread.isAlive()) {
                thread.join(PATIENCE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
