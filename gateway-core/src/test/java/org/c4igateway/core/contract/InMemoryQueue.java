package org.c4igateway.core.contract;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.c4igateway.core.message.Precedence;
import org.jspecify.annotations.Nullable;

/**
 * What waits for one delivery thread: most urgent first, within a precedence in order, bounded by count and bytes.
 * Thread-safe.
 *
 * @param <E> element
 */
final class InMemoryQueue<E> {
    private final int maxElements;
    private final long maxBytes;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notFull = lock.newCondition();
    private final Condition notEmpty = lock.newCondition();
    private final List<Queue<Sized<E>>> byPrecedence = new ArrayList<>();
    private int elements;
    private long bytes;
    private boolean closed;

    InMemoryQueue(int maxElements, long maxBytes) {
        this.maxElements = maxElements;
        this.maxBytes = maxBytes;
        for (int i = 0; i < Precedence.values().length; i++) {
            byPrecedence.add(new ArrayDeque<>());
        }
    }

    /** Adds an element, waiting for room. @return whether there was room in time */
    boolean offer(E element, Precedence precedence, int sizeBytes, Duration timeout) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long nanos = timeout.toNanos();
            while (!closed && elements > 0 && (elements >= maxElements || bytes + sizeBytes > maxBytes)) {
                if (nanos <= 0) {
                    return false;
                }
                nanos = notFull.awaitNanos(nanos);
            }
            add(element, precedence, sizeBytes);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Adds an element whether or not there is room. */
    void force(E element) {
        lock.lock();
        try {
            add(element, Precedence.FLASH, 0);
        } finally {
            lock.unlock();
        }
    }

    private void add(E element, Precedence precedence, int sizeBytes) {
        if (!closed) {
            byPrecedence.get(precedence.code()).add(new Sized<>(element, sizeBytes));
            elements++;
            bytes += sizeBytes;
            notEmpty.signal();
        }
    }

    /** @return the next element, waiting for it; null when the queue is closed */
    @Nullable E take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (elements == 0 && !closed) {
                notEmpty.await();
            }
            return closed ? null : next();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable E next() {
        for (Queue<Sized<E>> queue : byPrecedence) {
            Sized<E> first = queue.poll();
            if (first != null) {
                elements--;
                bytes -= first.bytes;
                notFull.signal();
                return first.element;
            }
        }
        return null;
    }

    /** Loses what is in the queue and takes no more. */
    void close() {
        lock.lock();
        try {
            closed = true;
            byPrecedence.forEach(Queue::clear);
            notFull.signalAll();
            notEmpty.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private record Sized<E>(E element, int bytes) {}
}
