package org.c4igateway.wan.frame;

import java.util.List;

/**
 * Fills frame bodies with as many records as fit after compression. One thread at a time. {@link ChunkUnpacker} has the
 * layout.
 */
public final class ChunkPacker implements AutoCloseable {
    /** Smallest body worth packing into. */
    public static final int MIN_BYTES = 32;

    /** A packer that does not compress. */
    public static ChunkPacker plain() {
        return new ChunkPacker();
    }

    private ChunkPacker() {}

    /**
     * Fills one body. Records that fit whole go in whole; the last one is split when that leaves less unused.
     *
     * @param records in their order; only a prefix is looked at, so more than fit do no harm
     * @param offsetInFirst how much of the first record has gone out in earlier bodies; its next piece begins there
     * @param maxBytes size of the body, at least {@link #MIN_BYTES}
     * @return a body of at most {@code maxBytes}; holds at least one byte of a record when there is one
     */
    public Packed pack(List<byte[]> records, int offsetInFirst, int maxBytes) {
        if (maxBytes < MIN_BYTES) {
            throw new IllegalArgumentException("a body has at least " + MIN_BYTES + " bytes: " + maxBytes);
        }
        WireOut out = new WireOut(maxBytes).octet(0);
        int whole = 0;
        int offset = offsetInFirst;
        for (byte[] record : records) {
            int left = record.length - offset;
            int room = maxBytes - out.size() - 4;
            int piece = Math.min(left, room);
            if (piece < 0 || (piece == 0 && left > 0)) {
                break;
            }
            int flags = (offset == 0 ? 2 : 0) + (piece == left ? 1 : 0);
            out.varint(4L * piece + flags).raw(record, offset, piece);
            if (piece < left) {
                return new Packed(out.toArray(), whole, piece, out.size());
            }
            whole++;
            offset = 0;
        }
        return new Packed(out.toArray(), whole, 0, out.size());
    }

    @Override
    public void close() {}
}
