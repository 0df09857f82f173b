package org.c4igateway.wan.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/** Packs a list of records into bodies and puts the chunks together again, as a link without loss would. */
final class Reassembly {
    private final ChunkPacker packer;
    private final ChunkUnpacker unpacker;
    private final List<byte[]> complete = new ArrayList<>();
    private WireOut begun = new WireOut(0);
    private int bodies;
    private long bodyBytes;

    Reassembly(ChunkPacker packer, ChunkUnpacker unpacker) {
        this.packer = packer;
        this.unpacker = unpacker;
    }

    /** All records that came out. */
    List<byte[]> carry(List<byte[]> records, int maxBytes, boolean split) {
        int next = 0;
        int offset = 0;
        while (next < records.size()) {
            Packed packed = packer.pack(records.subList(next, records.size()), offset, maxBytes, split);
            assertThat(packed.body().length).isLessThanOrEqualTo(maxBytes);
            assertThat(packed.whole() + packed.bytesOfNext()).as("progress").isPositive();
            offset = packed.bytesOfNext() + (packed.whole() == 0 ? offset : 0);
            next += packed.whole();
            bodies++;
            bodyBytes += packed.body().length;
            take(packed);
        }
        return complete;
    }

    private void take(Packed packed) {
        Unpacking unpacking = unpacker.unpack(packed.body());
        assertThat(unpacking).isInstanceOf(Unpacking.Chunks.class);
        int plain = 0;
        for (Chunk chunk : ((Unpacking.Chunks) unpacking).chunks()) {
            plain += chunk.bytes().length;
            assertThat(chunk.first()).isEqualTo(begun.size() == 0 || begun.array().length == 0);
            begun.raw(chunk.bytes());
            if (chunk.last()) {
                complete.add(begun.toArray());
                begun = new WireOut(0);
            }
        }
        assertThat(plain).isEqualTo(packed.plainBytes());
    }

    int bodies() {
        return bodies;
    }

    long bodyBytes() {
        return bodyBytes;
    }
}
