package org.c4igateway.wan.gateway;

import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.c4igateway.core.flow.PrecedenceQueue;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.gateway.GatewayLoop.Work;
import org.jspecify.annotations.Nullable;

/**
 * What waits for the gateway's thread: control first, then messages and datagrams in turn. Messages go by precedence,
 * with a floor for the less urgent; one for which there is no room waits, which holds its source back, and a part of
 * the room is kept for each precedence that is more urgent. Datagrams that find no room are dropped, as a network does.
 * Safe for several threads. One lock and one bound for three kinds of work, of which only messages have a precedence.
 */
final class WorkQueue {
    private static final int MAX_PIECES = 16_384;
    private static final long MAX_BYTES = 16L << 20;
    private static final int RESERVED = 20;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notEmpty = lock.newCondition();
    private final Condition notFull = lock.newCondition();
    private final ArrayDeque<Work> control = new ArrayDeque<>();
    private final PrecedenceQueue<Queued> messages = new PrecedenceQueue<>(Queued::bytes);
    private final ArrayDeque<Queued> datagrams = new ArrayDeque<>();
    private long datagramBytes;
    private boolean datagramsTurn;
    private boolean closed;

    private record Queued(Work work, int bytes) {}

    /** Queues a message; blocks while there is no room for its precedence. */
    void put(Precedence precedence, Work work, int bytes) {
        lock.lock();
        try {
            while (isFull(precedence) && !closed) {
                notFull.awaitUninterruptibly();
            }
            if (!closed) {
                messages.add(precedence, new Queued(work, bytes));
                notEmpty.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean isFull(Precedence precedence) {
        return messages.isFull(share(MAX_PIECES, precedence), share(MAX_BYTES, precedence));
    }

    private static long share(long all, Precedence precedence) {
        return all - all / RESERVED * precedence.code();
    }

    /** Queues a datagram. @return false when there is no room */
    boolean offer(Work work, int bytes) {
        lock.lock();
        try {
            if (closed || datagrams.size() >= MAX_PIECES || datagramBytes >= MAX_BYTES) {
                return false;
            }
            datagrams.add(new Queued(work, bytes));
            datagramBytes += bytes;
            notEmpty.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Queues control that its source repeats when it was not taken. @return false when there is no room */
    boolean repeat(Work work) {
        lock.lock();
        try {
            return control.size() < MAX_PIECES && add(work);
        } finally {
            lock.unlock();
        }
    }

    /** Queues control. @return false when this is closed */
    boolean force(Work work) {
        lock.lock();
        try {
            return add(work);
        } finally {
            lock.unlock();
        }
    }

    private boolean add(Work work) {
        if (!closed) {
            control.add(work);
            notEmpty.signal();
        }
        return !closed;
    }

    /**
     * @return the next piece; null when there is none until that time, {@link System#nanoTime}, or this is closed and
     *     empty
     */
    @Nullable Work take(long untilNanos) {
        lock.lock();
        try {
            while (isEmpty() && !closed) {
                long left = untilNanos - System.nanoTime();
                if (left <= 0) {
                    return null;
                }
                var _ = notEmpty.awaitNanos(left);
            }
            return next();
        } catch (InterruptedException e) {
            closed = true;
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** @return the next piece; null when there is none now */
    @Nullable Work poll() {
        lock.lock();
        try {
            return next();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Work next() {
        Work urgent = control.poll();
        if (urgent != null) {
            return urgent;
        }
        datagramsTurn = messages.isEmpty() || (!datagramsTurn && !datagrams.isEmpty());
        return datagramsTurn ? datagram() : message();
    }

    private @Nullable Work datagram() {
        Queued next = datagrams.poll();
        if (next == null) {
            return null;
        }
        datagramBytes -= next.bytes();
        return next.work();
    }

    private @Nullable Work message() {
        Queued next = messages.poll();
        if (next == null) {
            return null;
        }
        notFull.signalAll();
        return next.work();
    }

    private boolean isEmpty() {
        return control.isEmpty() && messages.isEmpty() && datagrams.isEmpty();
    }

    /** Whether it is closed and all of it was taken. */
    boolean isDone() {
        lock.lock();
        try {
            return closed && isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Takes nothing from now on; what is in it can be taken. */
    void close() {
        lock.lock();
        try {
            closed = true;
            notEmpty.signalAll();
            notFull.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
