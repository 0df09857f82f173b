package org.c4igateway.core.flow.send;

import org.c4igateway.core.store.ReadPosition;

/** Rows of one read that are not all final yet; reading can start again before them. Used by one thread. */
final class ReadBatch {
    private final ReadPosition before;
    private int open;

    ReadBatch(ReadPosition before) {
        this.before = before;
    }

    ReadPosition before() {
        return before;
    }

    void opened() {
        open++;
    }

    void closed() {
        open--;
    }

    boolean isDone() {
        return open == 0;
    }
}
