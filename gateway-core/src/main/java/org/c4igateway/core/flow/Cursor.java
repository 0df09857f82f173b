package org.c4igateway.core.flow;

import java.util.ArrayDeque;
import java.util.Deque;
import org.c4igateway.core.store.ReadPosition;

/** Reading position of one lane at one precedence, and the position from which a rewind starts. Used by one thread. */
final class Cursor {
    private final Deque<Batch> batches = new ArrayDeque<>();
    private ReadPosition position;
    private boolean exhausted;

    Cursor(ReadPosition position) {
        this.position = position;
    }

    ReadPosition position() {
        return position;
    }

    boolean isExhausted() {
        return exhausted;
    }

    /** Goes on to {@code next}; {@code batch} holds the rows in between. */
    void advance(Batch batch, ReadPosition next, boolean nowExhausted) {
        if (!batch.isDone()) {
            batches.addLast(batch);
        }
        position = next;
        exhausted = nowExhausted;
    }

    /** @return the position before the oldest row that is not final */
    ReadPosition safePosition() {
        while (!batches.isEmpty() && batches.peekFirst().isDone()) {
            batches.removeFirst();
        }
        Batch oldest = batches.peekFirst();
        return oldest == null ? position : oldest.before();
    }
}
