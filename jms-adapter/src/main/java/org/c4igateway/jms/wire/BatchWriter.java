package org.c4igateway.jms.wire;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDictCompress;
import java.util.List;
import org.c4igateway.core.compression.CompressionDictionary;
import org.c4igateway.core.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * Makes bodies of batches, compressed where that makes them smaller. Used by one thread; holds memory outside the heap
 * from the first compressed batch until closed.
 */
public final class BatchWriter implements AutoCloseable {
    /** JMSType of a batch. */
    public static final String TYPE = "C4I_BATCH";
    /** Most rows of a batch. */
    public static final int MAX_ROWS = BatchCodec.MAX_ROWS;

    static final int LAYOUT = 1;
    static final int PLAIN = 0;
    static final int ZSTD = 1;
    private static final int LEVEL = 3;
    /** Of a record and what comes before the records, beside texts and payloads. */
    private static final int AROUND_ONE = 64;

    private static final int MAX_UTF8_PER_CHAR = 3;

    private final @Nullable CompressionDictionary dictionary;
    private @Nullable ZstdCompressCtx zstd;
    private @Nullable ZstdDictCompress digested;

    /** @param dictionary to compress with; null: compress never */
    public BatchWriter(@Nullable CompressionDictionary dictionary) {
        this.dictionary = dictionary;
    }

    /** @return the most bytes that the message adds to the rows of a batch */
    public static int mostBytes(Message message) {
        int chars = message.id().origin().value().length()
                + message.topicId().length()
                + message.label().length()
                + message.subject().length();
        return message.payload().length + MAX_UTF8_PER_CHAR * chars + AROUND_ONE;
    }

    /**
     * @param messages of one precedence, 1 to {@link #MAX_ROWS}, that repeat none; {@link MessageCodec#refusal} accepts
     *     each
     * @param reader what the peer reads
     */
    public byte[] body(List<Message> messages, ReadableBatches reader) {
        byte[] rows = BatchCodec.encode(messages);
        BodyWriter body = new BodyWriter().octet(LAYOUT);
        CompressionDictionary known = dictionary;
        if (known != null && reader.dictionary() == (int) known.identity()) {
            byte[] compressed = compressor(known).compress(rows);
            if (compressed.length < rows.length) {
                body.octet(ZSTD).fixed(known.identity(), Integer.BYTES).number(rows.length);
                return body.raw(compressed, 0, compressed.length).toArray();
            }
        }
        return body.octet(PLAIN).raw(rows, 0, rows.length).toArray();
    }

    private ZstdCompressCtx compressor(CompressionDictionary known) {
        ZstdCompressCtx open = zstd;
        if (open == null) {
            open = new ZstdCompressCtx();
            zstd = open;
            digested = new ZstdDictCompress(known.bytes(), LEVEL);
            open.setLevel(LEVEL)
                    .setMagicless(true)
                    .setContentSize(false)
                    .setChecksum(false)
                    .setDictID(false)
                    .loadDict(digested);
        }
        return open;
    }

    /** @return why nothing can be compressed in this process, or null when it can */
    @Nullable public static String missing() {
        try {
            Zstd.defaultCompressionLevel();
            return null;
        } catch (LinkageError e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Override
    public void close() {
        if (zstd != null) {
            zstd.close();
        }
        if (digested != null) {
            digested.close();
        }
    }
}
