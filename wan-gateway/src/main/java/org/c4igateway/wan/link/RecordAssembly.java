package org.c4igateway.wan.link;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.function.Consumer;
import org.c4igateway.wan.frame.Chunk;

/** Joins the pieces of one lane to records. A record whose pieces do not follow each other is abandoned. */
final class RecordAssembly {
    private final int maxBytes;
    private final ReceiveCounts counts;
    private final Consumer<byte[]> records;
    private final ByteArrayOutputStream pieces = new ByteArrayOutputStream();
    private boolean open;

    RecordAssembly(int maxBytes, ReceiveCounts counts, Consumer<byte[]> records) {
        this.maxBytes = maxBytes;
        this.counts = counts;
        this.records = records;
    }

    void take(List<Chunk> chunks) {
        chunks.forEach(this::take);
    }

    private void take(Chunk chunk) {
        if (chunk.first()) {
            abandon();
            open = true;
        }
        if (!open) {
            return;
        }
        if (pieces.size() + chunk.bytes().length > maxBytes) {
            counts.oversized++;
            open = false;
            pieces.reset();
            return;
        }
        if (chunk.last()) {
            finish(chunk.bytes());
        } else {
            pieces.writeBytes(chunk.bytes());
        }
    }

    private void finish(byte[] last) {
        byte[] record = last;
        if (pieces.size() > 0) {
            pieces.writeBytes(last);
            record = pieces.toByteArray();
        }
        open = false;
        pieces.reset();
        if (record.length > 0) {
            counts.records++;
            records.accept(record);
        }
    }

    /** The next piece does not follow the last one. */
    void abandon() {
        if (open) {
            counts.abandoned++;
        }
        open = false;
        pieces.reset();
    }
}
