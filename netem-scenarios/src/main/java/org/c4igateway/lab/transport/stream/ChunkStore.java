package org.c4igateway.lab.transport.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** Where a receiver puts chunks before it acknowledges them. Called by one thread at a time. */
interface ChunkStore extends AutoCloseable {
    /** Keeps nothing. */
    ChunkStore NONE = new ChunkStore() {
        @Override
        public void take(int stream, long at, ByteBuffer chunk) {
            // it was digested
        }

        @Override
        public void commit() {
            // nothing was taken
        }

        @Override
        public void close() {
            // nothing is open
        }
    };

    /** @param table file as {@link ChunkTable} writes it; empty keeps nothing */
    static ChunkStore open(String table) throws IOException {
        return table.isEmpty() ? NONE : TableStore.open(Path.of(table));
    }

    /** Takes a chunk. */
    void take(int stream, long at, ByteBuffer chunk) throws IOException;

    /** Blocks until all that was taken is on the disk. */
    void commit() throws IOException;

    @Override
    void close() throws IOException;
}
