package org.c4igateway.lab.transport.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * How far a receiver is, kept in a file for the one that replaces it. It outlives the end of the process, not that of
 * the machine.
 *
 * @param stream number of the stream, {@link #NO_STREAM} before the first
 * @param at bytes of it that were received
 * @param digest of those, 32 bytes; a copy, not changed
 */
record Checkpoint(int stream, long at, byte[] digest) {
    static final int NO_STREAM = -1;

    private static final int BYTES = Integer.BYTES + Long.BYTES + Digest.BYTES;

    static Checkpoint beginning(int stream) {
        return new Checkpoint(stream, 0, Digest.none());
    }

    /** Reads it; the beginning when there is no file. */
    static Checkpoint read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return beginning(NO_STREAM);
        }
        byte[] bytes = Files.readAllBytes(file);
        if (bytes.length != BYTES) {
            throw new IOException("not a checkpoint: " + file + " with " + bytes.length + " B");
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        int stream = buffer.getInt();
        long at = buffer.getLong();
        byte[] digest = new byte[Digest.BYTES];
        buffer.get(digest);
        return new Checkpoint(stream, at, digest);
    }

    /** Replaces the file as one step. */
    void write(Path file) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        Files.write(
                next,
                ByteBuffer.allocate(BYTES)
                        .putInt(stream)
                        .putLong(at)
                        .put(digest)
                        .array());
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
