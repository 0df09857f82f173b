package org.c4igateway.lab.transport.stream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.c4igateway.lab.transport.End;
import org.jspecify.annotations.Nullable;

/**
 * Takes chunks in order, digests them and hands them to a store. After each {@value #STEP_BYTES} B, at the end of the
 * stream, and when the sender says HELLO, it has the store commit, writes its checkpoint and tells the sender. A chunk
 * that does not follow is dropped: the sender goes on from what was told. Packets come in one thread at a time.
 */
final class StreamReceiver implements Consumer<byte[]> {
    /** A fraction of {@link StreamSender#WINDOW_BYTES}. */
    static final int STEP_BYTES = 4 << 20;

    private final Path file;
    private final ChunkStore store;
    private volatile @Nullable End end;
    private int stream;
    private long at;
    private long volume;
    private long told;
    private Digest digest;

    /** @param file of the checkpoint */
    StreamReceiver(Path file, ChunkStore store) throws IOException {
        this.file = file;
        this.store = store;
        Checkpoint last = Checkpoint.read(file);
        this.stream = last.stream();
        this.at = last.at();
        this.digest = new Digest(last.digest());
    }

    /** Answers through it from now on; what came before is dropped, and the sender says HELLO again. */
    void through(End opened) {
        end = opened;
    }

    @Override
    public void accept(byte[] bytes) {
        End opened = end;
        if (opened == null) {
            return;
        }
        try {
            Packet packet = Packet.read(bytes);
            switch (packet.type()) {
                case HELLO -> hello(opened, packet);
                case CHUNK -> chunk(opened, packet);
                case PROGRESS -> throw new IOException("a receiver was told of progress");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void hello(End opened, Packet packet) throws IOException {
        if (packet.stream() != stream) {
            stream = packet.stream();
            at = 0;
            digest = new Digest(Digest.none());
        }
        volume = packet.rest().getLong();
        tell(opened);
    }

    private void chunk(End opened, Packet packet) throws IOException {
        if (packet.stream() != stream || packet.at() != at) {
            return;
        }
        ByteBuffer chunk = packet.rest();
        store.take(stream, at, chunk.duplicate());
        at += chunk.remaining();
        digest.add(chunk);
        if (at - told >= STEP_BYTES || at == volume) {
            tell(opened);
        }
    }

    private void tell(End opened) throws IOException {
        store.commit();
        byte[] value = digest.value();
        new Checkpoint(stream, at, value).write(file);
        told = at;
        try {
            opened.send(Packet.progress(stream, at, value));
        } catch (IOException e) {
            // the sender has given this end up, and asks again by another one
        }
    }
}
