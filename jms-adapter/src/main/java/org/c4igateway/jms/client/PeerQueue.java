package org.c4igateway.jms.client;

import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.flow.PrecedenceQueue;
import org.c4igateway.core.transport.SendOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Elements for one JMS queue of one peer that its broker has not acknowledged yet, bounded by count and bytes. The most
 * urgent goes first, with the floor of {@link PrecedenceQueue}. Counts for itself, because an element keeps its room
 * after it was taken. Lives as long as one connection, which is one epoch of the peer: shut, then open, then closed.
 */
public final class PeerQueue {
    private static final Duration RETRY_AFTER = Duration.ofMillis(5);
    /**
     * Most rows on their way by themselves while the peer has not told whether it reads batches. On a narrow link the
     * others would go the same way and take several times as many bytes.
     */
    private static final int MOST_ALONE = 16;

    /** How long rows wait for that, all waits together. Who has not told by then is no node. */
    private static final Duration TELLING = Duration.ofSeconds(3);

    private enum State {
        SHUT,
        OPEN,
        CLOSED
    }

    private final int maxMessages;
    private final long maxBytes;
    private final RowBatches batches;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private final Condition work = lock.newCondition();
    private final PrecedenceQueue<QueuedSend> waiting = new PrecedenceQueue<>();
    /** Rows that were sent by themselves because the peer had not told. */
    private final Set<QueuedSend> alone = Collections.newSetFromMap(new IdentityHashMap<>());

    private long tellingNanos = TELLING.toNanos();
    private State state = State.SHUT;
    private @Nullable QueuedSend first;
    private Runnable onFirst = () -> {};
    private int messages;
    private long bytes;
    private long added;
    private long flushed;
    private RowBatches.@Nullable Open lingering;

    /** @param batches which elements are taken together */
    PeerQueue(int maxMessages, long maxBytes, RowBatches batches) {
        this.maxMessages = maxMessages;
        this.maxBytes = maxBytes;
        this.batches = batches;
    }

    /** Opens the queue for callers that have waited since it was created. */
    void open() {
        lock.lock();
        try {
            if (state == State.SHUT) {
                state = State.OPEN;
                room.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Frees what batches hold outside the heap. Called by the thread that takes, when it ends. */
    void end() {
        batches.close();
    }

    /** Ends all waiting; what is in the queue is lost. */
    void close() {
        lock.lock();
        try {
            state = State.CLOSED;
            room.signalAll();
            work.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds the first element, while the queue is still shut.
     *
     * @param acknowledged runs when the broker has acknowledged it; must not block
     */
    void begin(QueuedSend queuedSend, Runnable acknowledged) {
        lock.lock();
        try {
            first = queuedSend;
            onFirst = acknowledged;
            add(queuedSend);
        } finally {
            lock.unlock();
        }
    }

    /** Adds an element and waits at most {@code timeout} for room. Any thread. */
    public SendOutcome offer(QueuedSend queuedSend, Duration timeout) {
        lock.lock();
        try {
            long nanos = timeout.toNanos();
            while (state == State.SHUT || (state == State.OPEN && !hasRoom(queuedSend))) {
                if (nanos <= 0) {
                    return new SendOutcome.BackPressured(RETRY_AFTER);
                }
                nanos = room.awaitNanos(nanos);
            }
            if (state == State.CLOSED) {
                return new SendOutcome.Disconnected(ErrorCode.PEER_UNREACHABLE);
            }
            add(queuedSend);
            return SendOutcome.Accepted.INSTANCE;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new SendOutcome.BackPressured(RETRY_AFTER);
        } finally {
            lock.unlock();
        }
    }

    /**
     * No more comes for now, or the peer has told which batches it reads: what waits for that goes at once. Does not
     * block. Any thread.
     */
    public void flush() {
        lock.lock();
        try {
            flushed = added;
            if (lingering != null || !waiting.isEmpty()) {
                work.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes the next element, with those behind it that go in the same batch; it keeps its room until {@link #release}.
     * Blocks.
     *
     * @return the element, or null when closed
     */
    @Nullable QueuedSend take() throws InterruptedException {
        lock.lock();
        try {
            while (state != State.CLOSED) {
                QueuedSend next = poll();
                if (next != null) {
                    QueuedSend.OfMessage member = batches.member(next);
                    return member == null ? next : gather(member);
                }
                if (waiting.isEmpty()) {
                    work.await();
                } else {
                    tellingNanos = work.awaitNanos(tellingNanos);
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** @return null also while rows wait for what the peer tells */
    private @Nullable QueuedSend poll() {
        QueuedSend next = waiting.poll();
        if (next == null || !batches.isUndecided(next)) {
            return next;
        }
        if (alone.size() >= MOST_ALONE && tellingNanos > 0) {
            waiting.putBack(next.precedence(), next);
            return null;
        }
        alone.add(next);
        return next;
    }

    /**
     * Takes what would be taken next anyway, as long as it is of the same precedence and fits. So order and floor are
     * those of single messages, and a more urgent row ends the batch. When nothing is left, waits for more unless
     * nothing more is to come.
     */
    private QueuedSend gather(QueuedSend.OfMessage first) throws InterruptedException {
        RowBatches.Open batch = batches.new Open(first);
        long left = batches.linger().toNanos();
        while (!batch.isFull()) {
            QueuedSend next = waiting.poll();
            if (next != null && !batch.add(next)) {
                waiting.putBack(next.precedence(), next);
                break;
            }
            if (next == null) {
                if (left <= 0 || flushed == added || isFull() || state == State.CLOSED) {
                    break;
                }
                batch.expectMore();
                lingering = batch;
                left = work.awaitNanos(left);
                lingering = null;
            }
        }
        return batch.toSend();
    }

    /** Frees the room of an element that the broker has acknowledged. Any thread. */
    void release(QueuedSend queuedSend) {
        lock.lock();
        try {
            messages -= queuedSend.count();
            bytes -= queuedSend.sizeBytes();
            room.signalAll();
            if (queuedSend instanceof QueuedSend.OfBatch batch) {
                batches.acknowledged(batch);
            }
            if (alone.remove(queuedSend)) {
                work.signal();
            }
            if (queuedSend.equals(first)) {
                first = null;
                onFirst.run();
            }
        } finally {
            lock.unlock();
        }
    }

    /** @return how many elements hold room, for a gauge */
    public int size() {
        lock.lock();
        try {
            return messages;
        } finally {
            lock.unlock();
        }
    }

    private void add(QueuedSend queuedSend) {
        waiting.add(queuedSend.precedence(), queuedSend);
        messages++;
        bytes += queuedSend.sizeBytes();
        added++;
        RowBatches.Open open = lingering;
        if (open == null || open.isEndedBy(queuedSend) || isFull()) {
            work.signal();
        }
    }

    /** Whether nothing can be added before something is released. */
    private boolean isFull() {
        return messages >= maxMessages || bytes >= maxBytes;
    }

    private boolean hasRoom(QueuedSend queuedSend) {
        return messages == 0 || (messages < maxMessages && bytes + queuedSend.sizeBytes() <= maxBytes);
    }
}
