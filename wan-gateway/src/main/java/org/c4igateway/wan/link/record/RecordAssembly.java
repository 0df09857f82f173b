package org.c4igateway.wan.link.record;

import java.io.ByteArrayOutputStream;
import java.util.List;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.body.Chunk;
import org.c4igateway.wan.link.measure.ReceiveCounts;

/** Joins the pieces of one level to records. A record whose pieces do not follow each other is abandoned. */
public final class RecordAssembly {
    private final Precedence precedence;
    private final int maxBytes;
    private final ReceiveCounts counts;
    private final Output output;
    /** Of the record that is open, or of the last one. */
    private final ByteArrayOutputStream pieces = new ByteArrayOutputStream();

    private boolean open;

    /** Where records go. */
    public interface Output {
        void record(Precedence precedence, byte[] record);

        /** Records that count as received cannot be read; nothing that follows them has gone out yet. */
        void unreadable();
    }

    public RecordAssembly(Precedence precedence, int maxBytes, ReceiveCounts counts, Output output) {
        this.precedence = precedence;
        this.maxBytes = maxBytes;
        this.counts = counts;
        this.output = output;
    }

    public void take(List<Chunk> chunks) {
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
            output.unreadable();
            open = false;
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
        if (record.length > 0) {
            counts.records++;
            output.record(precedence, record);
        }
    }

    /** The frame that comes next cannot be taken apart. */
    public void unreadable() {
        counts.unreadable++;
        abandon();
        output.unreadable();
    }

    /** What comes next does not follow what came last. */
    public void abandon() {
        if (open) {
            counts.abandoned++;
        }
        open = false;
        pieces.reset();
    }
}
