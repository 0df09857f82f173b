package org.c4igateway.wan.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.c4igateway.wan.frame.body.Chunk;
import org.c4igateway.wan.frame.body.ChunkPacker;
import org.c4igateway.wan.frame.body.ChunkUnpacker;
import org.c4igateway.wan.frame.body.PackedBody;
import org.c4igateway.wan.frame.body.Unpacking;
import org.c4igateway.wan.frame.wire.WireOut;

/** Packs a list of records into bodies and puts the chunks together again, as a link without loss would. */
public final class Reassembly {
    private final ChunkPacker packer;
    private final ChunkUnpacker unpacker;
    private final List<byte[]> complete = new ArrayList<>();
    private WireOut begun = new WireOut(0);
    private int bodies;
    private long bodyBytes;

    public Reassembly(ChunkPacker packer, ChunkUnpacker unpacker) {
        this.packer = packer;
        this.unpacker = unpacker;
    }

    /** All records that came out. */
    public List<byte[]> carry(List<byte[]> records, int maxBytes, boolean split) {
        int next = 0;
        int offset = 0;
        while (next < records.size()) {
            PackedBody packedBody = packer.pack(records.subList(next, records.size()), offset, maxBytes, split);
            assertThat(packedBody.body().length).isLessThanOrEqualTo(maxBytes);
            assertThat(packedBody.whole() + packedBody.bytesOfNext())
                    .as("progress")
                    .isPositive();
            offset = packedBody.bytesOfNext() + (packedBody.whole() == 0 ? offset : 0);
            next += packedBody.whole();
            bodies++;
            bodyBytes += packedBody.body().length;
            take(packedBody);
        }
        return complete;
    }

    private void take(PackedBody packedBody) {
        Unpacking unpacking = unpacker.unpack(packedBody.body());
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
        assertThat(plain).isEqualTo(packedBody.plainBytes());
    }

    public int bodies() {
        return bodies;
    }

    public long bodyBytes() {
        return bodyBytes;
    }
}
