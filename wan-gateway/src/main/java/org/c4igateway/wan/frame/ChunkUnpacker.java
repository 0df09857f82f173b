package org.c4igateway.wan.frame;

import java.util.ArrayList;
import java.util.List;

/**
 * Empties frame bodies. One thread at a time.
 *
 * <pre>
 *  body    octet   method: 0 plain
 *          chunks
 *  chunk   varint  length * 4 + 2 (record begins here) + 1 (record ends here)
 *          bytes
 * </pre>
 */
public final class ChunkUnpacker implements AutoCloseable {
    /** Knows no dictionary. */
    public static ChunkUnpacker plain() {
        return new ChunkUnpacker();
    }

    private ChunkUnpacker() {}

    /** Takes a body apart; never throws for what is in it. */
    public Unpacking unpack(byte[] body) {
        WireIn in = new WireIn(body, 0, body.length);
        if (in.octet() != 0) {
            return new Unpacking.Refused(Refusal.UNKNOWN_DICTIONARY, "method " + body[0]);
        }
        List<Chunk> chunks = new ArrayList<>();
        while (in.remaining() > 0) {
            long head = in.varint(4L * body.length + 3, "length of a chunk");
            chunks.add(new Chunk((head & 2) != 0, (head & 1) != 0, in.raw((int) (head >>> 2))));
        }
        if (in.failed()) {
            return new Unpacking.Refused(in.truncated() ? Refusal.TRUNCATED : Refusal.MALFORMED, in.fault());
        }
        return new Unpacking.Chunks(chunks);
    }

    @Override
    public void close() {}
}
