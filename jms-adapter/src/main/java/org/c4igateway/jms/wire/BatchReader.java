package org.c4igateway.jms.wire;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictDecompress;
import com.github.luben.zstd.ZstdException;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import java.util.List;
import org.c4igateway.core.compression.CompressionDictionary;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.SystemName;
import org.jspecify.annotations.Nullable;

/**
 * Reads batches. What a batch can grow to is bounded before anything is decompressed. Used by one thread; holds memory
 * outside the heap from the first compressed batch until closed.
 */
public final class BatchReader implements AutoCloseable {
    private final SystemName self;
    private final @Nullable CompressionDictionary dictionary;
    private @Nullable ZstdDecompressCtx zstd;
    private @Nullable ZstdDictDecompress digested;

    /** @param dictionary of compressed batches; null: none is read */
    public BatchReader(SystemName self, @Nullable CompressionDictionary dictionary) {
        this.self = self;
        this.dictionary = dictionary;
    }

    /** @return whether the message says that it is a batch */
    public static boolean isBatch(jakarta.jms.Message wire) {
        try {
            return BatchWriter.TYPE.equals(wire.getJMSType());
        } catch (JMSException | RuntimeException e) {
            return false;
        }
    }

    /** @return each row, and what is no row; a batch that cannot be read at all as one that is none */
    public List<JmsDecodeResult<Message>> decode(jakarta.jms.Message wire) {
        try {
            if (!(wire instanceof BytesMessage body)) {
                return List.of(bad(wire, "is not a BytesMessage"));
            }
            if (body.getBodyLength() > BatchCodec.MAX_BYTES) {
                return List.of(bad(wire, body.getBodyLength() + " bytes, more than " + BatchCodec.MAX_BYTES));
            }
            byte[] bytes = new byte[(int) body.getBodyLength()];
            body.readBytes(bytes);
            return BatchCodec.decode(rows(BodyReader.of(bytes)), self);
        } catch (JMSException | RuntimeException e) {
            return List.of(bad(wire, "batch: " + e.getMessage()));
        }
    }

    private byte[] rows(BodyReader in) {
        int layout = in.octet();
        if (layout != BatchWriter.LAYOUT) {
            throw new IllegalArgumentException("layout " + layout + " is not known");
        }
        int method = in.octet();
        return switch (method) {
            case BatchWriter.PLAIN -> in.rest();
            case BatchWriter.ZSTD -> unpacked(in);
            default -> throw new IllegalArgumentException("method " + method + " is not known");
        };
    }

    private byte[] unpacked(BodyReader in) {
        int tag = in.fixed(Integer.BYTES).getInt();
        CompressionDictionary known = dictionary;
        if (known == null || tag != (int) known.identity()) {
            throw new IllegalArgumentException("dictionary %08x is not known".formatted(tag));
        }
        byte[] rows = new byte[in.count(BatchCodec.MAX_BYTES)];
        byte[] packed = in.rest();
        int length = unpack(decompressor(known), packed, rows);
        if (length != rows.length) {
            throw new IllegalArgumentException(length + " bytes unpacked instead of " + rows.length);
        }
        return rows;
    }

    private static int unpack(ZstdDecompressCtx open, byte[] packed, byte[] rows) {
        try {
            return open.decompressByteArray(rows, 0, rows.length, packed, 0, packed.length);
        } catch (ZstdException e) {
            throw new IllegalArgumentException("cannot be unpacked: " + e.getMessage(), e);
        }
    }

    private ZstdDecompressCtx decompressor(CompressionDictionary known) {
        ZstdDecompressCtx open = zstd;
        if (open == null) {
            open = new ZstdDecompressCtx();
            zstd = open;
            digested = new ZstdDictDecompress(known.bytes());
            open.setMagicless(true).loadDict(digested);
        }
        return open;
    }

    private static JmsDecodeResult<Message> bad(jakarta.jms.Message wire, String detail) {
        return JmsDecodeResult.Bad.of(wire, ErrorCode.MALFORMED_ENVELOPE, detail);
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
