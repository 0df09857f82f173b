package org.c4igateway.jms.client;

import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.jms.wire.BatchWriter;

/** A batch that more rows may join. Guarded by the lock of its queue. */
final class OpenBatch {
    private final RowBatches batches;
    private final Precedence precedence;
    private final List<QueuedSend.OfMessage> members = new ArrayList<>();
    private int bytes;
    /** Room that the elements leave which were added to the queue since the sender waits for them. */
    private int expectedBytes;

    private int expectedRows;

    OpenBatch(RowBatches batches, QueuedSend.OfMessage first) {
        this.batches = batches;
        this.precedence = first.precedence();
        this.bytes = batches.bytes(first);
        members.add(first);
    }

    boolean isFull() {
        return members.size() >= BatchWriter.MAX_ROWS || bytes >= batches.maxBytes();
    }

    /** @return whether the element has joined; if not, the batch ends before it */
    boolean add(QueuedSend next) {
        QueuedSend.OfMessage member = next.precedence() == precedence ? batches.member(next) : null;
        if (member == null || bytes + batches.bytes(member) > batches.maxBytes()) {
            return false;
        }
        bytes += batches.bytes(member);
        members.add(member);
        return true;
    }

    /** The sender begins to wait: what {@link #isEndedBy} is told from now on would fill the batch. */
    void expectMore() {
        expectedBytes = batches.maxBytes() - bytes;
        expectedRows = BatchWriter.MAX_ROWS - members.size();
    }

    /** @return whether the batch need not wait any longer once this element is in the queue */
    boolean isEndedBy(QueuedSend added) {
        if (added.precedence() != precedence || !(added instanceof QueuedSend.OfMessage member)) {
            return true;
        }
        expectedBytes -= batches.bytes(member);
        expectedRows--;
        return expectedBytes <= 0 || expectedRows <= 0;
    }

    QueuedSend toSend() {
        return batches.of(List.copyOf(members));
    }
}
