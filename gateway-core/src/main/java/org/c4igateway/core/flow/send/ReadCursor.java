package org.c4igateway.core.flow.send;

import java.util.ArrayDeque;
import java.util.Deque;
import org.c4igateway.core.store.ReadPosition;

/** Reading position of one group at one precedence, and the position from which a rewind starts. Used by one thread. */
final class ReadCursor {
    private final Deque<ReadBatch> batches = new ArrayDeque<>();
    private ReadPosition position;
    private boolean exhausted;

    ReadCursor(ReadPosition position) {
        this.position = position;
    }

    ReadPosition position() {
        return position;
    }

    boolean isExhausted() {
        return exhausted;
    }

    /** Goes on to {@code next}; {@code readBatch} holds the rows in between. */
    void advance(ReadBatch readBatch, ReadPosition next, boolean nowExhausted) {
        if (!readBatch.isDone()) {
            batches.addLast(readBatch);
        }
        position = next;
        exhausted = nowExhausted;
    }

    /** @return the position before the oldest row that is not final */
    ReadPosition safePosition() {
        while (!batches.isEmpty() && batches.peekFirst().isDone()) {
            batches.removeFirst();
        }
        ReadBatch oldest = batches.peekFirst();
        return oldest == null ? position : oldest.before();
    }
}
