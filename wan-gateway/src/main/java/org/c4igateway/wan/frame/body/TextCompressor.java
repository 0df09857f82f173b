package org.c4igateway.wan.frame.body;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDictCompress;
import org.c4igateway.core.compression.CompressionDictionary;
import org.c4igateway.wan.frame.wire.FrameLimits;
import org.jspecify.annotations.Nullable;

/**
 * Compresses texts by zstd, without magic number, size, checksum and dictionary id: the body says what is needed, and
 * sealing protects it. Holds memory outside the heap until closed. One thread at a time.
 */
final class TextCompressor implements AutoCloseable {
    private final ZstdCompressCtx zstd = new ZstdCompressCtx();
    private final @Nullable ZstdDictCompress digested;
    private final byte[] out = new byte[(int) Zstd.compressBound(FrameLimits.MAX_UNPACKED)];

    TextCompressor(@Nullable CompressionDictionary dictionary, int level) {
        zstd.setLevel(level)
                .setMagicless(true)
                .setContentSize(false)
                .setChecksum(false)
                .setDictID(false);
        digested = dictionary == null ? null : new ZstdDictCompress(dictionary.bytes(), level);
        if (digested != null) {
            zstd.loadDict(digested);
        }
    }

    /** Compresses a front part of the texts. @return how many bytes of {@link #output} */
    int compress(byte[] texts, int count) {
        return zstd.compressByteArray(out, 0, out.length, texts, 0, count);
    }

    /** Good until the next call. */
    byte[] output() {
        return out;
    }

    @Override
    public void close() {
        zstd.close();
        if (digested != null) {
            digested.close();
        }
    }
}
