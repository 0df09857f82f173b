package org.c4igateway.jms.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.jms.JmsSettings;
import org.c4igateway.jms.wire.BatchWriter;
import org.c4igateway.jms.wire.ReadableBatches;
import org.jspecify.annotations.Nullable;

/**
 * When rows for one peer go together in one JMS message, and how. Lives as long as one connection; used and closed by
 * the thread that sends. What decides about a batch is guarded by the lock of its queue.
 */
final class RowBatches implements AutoCloseable {
    private final JmsSettings.Batch settings;
    private final Supplier<@Nullable ReadableBatches> peer;
    private final Sending.Listener listener;
    private final BatchWriter writer;
    private final BatchSize size;
    private final LongSupplier ticks;

    /**
     * @param peer what the peer reads; null while it has not told in this epoch
     * @param ticks {@link System#nanoTime}
     */
    RowBatches(
            JmsSettings.Batch settings,
            Supplier<@Nullable ReadableBatches> peer,
            Sending.Listener listener,
            LongSupplier ticks) {
        this.settings = settings;
        this.peer = peer;
        this.listener = listener;
        this.writer = new BatchWriter(settings.dictionary());
        this.size = new BatchSize(settings.bytes());
        this.ticks = ticks;
    }

    /** @return for elements that go each by itself */
    static RowBatches none() {
        return new RowBatches(JmsSettings.Batch.OFF, () -> ReadableBatches.NONE, (rows, bytes) -> {}, () -> 0);
    }

    /**
     * A repetition goes by itself: its form has a property for the row that it repeats, which older nodes ignore, while
     * they would refuse a record with a field that they do not know.
     *
     * @return the element when it may go in a batch; null when it goes by itself
     */
    QueuedSend.@Nullable OfMessage member(QueuedSend queuedSend) {
        ReadableBatches read = peer.get();
        return read != null && read.any() ? fitting(queuedSend) : null;
    }

    /** @return whether it may go in a batch once the peer has told that it reads them, which nobody knows yet */
    boolean isUndecided(QueuedSend queuedSend) {
        return peer.get() == null && fitting(queuedSend) != null;
    }

    private QueuedSend.@Nullable OfMessage fitting(QueuedSend queuedSend) {
        return queuedSend instanceof QueuedSend.OfMessage message
                        && settings.enabled()
                        && message.message().repeats() == 0
                        && bytes(message) <= settings.bytes()
                ? message
                : null;
    }

    /** @return the most bytes that it adds to a batch */
    int bytes(QueuedSend.OfMessage queuedSend) {
        return BatchWriter.mostBytes(queuedSend.message());
    }

    /** @return the most bytes of a batch now; a row that is larger goes alone */
    int maxBytes() {
        return size.bytes();
    }

    /** The peer's broker has this batch. */
    void acknowledged(QueuedSend.OfBatch batch) {
        size.acknowledged(batch.sizeBytes(), batch.takenNanos(), ticks.getAsLong());
    }

    Duration linger() {
        return settings.linger();
    }

    byte[] body(List<Message> messages) {
        ReadableBatches read = peer.get();
        byte[] body = writer.body(messages, read == null ? ReadableBatches.PLAIN : read);
        listener.batch(messages.size(), body.length);
        return body;
    }

    @Override
    public void close() {
        writer.close();
    }

    /** A batch that more rows may join. Guarded by the lock of its queue. */
    final class Open {
        private final Precedence precedence;
        private final List<QueuedSend.OfMessage> members = new ArrayList<>();
        private int bytes;
        /** Room that the elements leave which were added to the queue since the sender waits for them. */
        private int expectedBytes;

        private int expectedRows;

        Open(QueuedSend.OfMessage first) {
            this.precedence = first.precedence();
            this.bytes = bytes(first);
            members.add(first);
        }

        boolean isFull() {
            return members.size() >= BatchWriter.MAX_ROWS || bytes >= maxBytes();
        }

        /** @return whether the element has joined; if not, the batch ends before it */
        boolean add(QueuedSend next) {
            QueuedSend.OfMessage member = next.precedence() == precedence ? member(next) : null;
            if (member == null || bytes + bytes(member) > maxBytes()) {
                return false;
            }
            bytes += bytes(member);
            members.add(member);
            return true;
        }

        /** The sender begins to wait: what {@link #isEndedBy} is told from now on would fill the batch. */
        void expectMore() {
            expectedBytes = maxBytes() - bytes;
            expectedRows = BatchWriter.MAX_ROWS - members.size();
        }

        /** @return whether the batch need not wait any longer once this element is in the queue */
        boolean isEndedBy(QueuedSend added) {
            if (added.precedence() != precedence || !(added instanceof QueuedSend.OfMessage member)) {
                return true;
            }
            expectedBytes -= bytes(member);
            expectedRows--;
            return expectedBytes <= 0 || expectedRows <= 0;
        }

        /** @return the rows together, in their order, taken by the sender now */
        QueuedSend toSend() {
            return new QueuedSend.OfBatch(List.copyOf(members), RowBatches.this, ticks.getAsLong());
        }
    }
}
