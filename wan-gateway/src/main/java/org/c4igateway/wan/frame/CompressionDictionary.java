package org.c4igateway.wan.frame;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A zstd dictionary, versioned by its content. Immutable by agreement: the bytes are handed over and not changed by
 * anybody. Safe for any thread.
 */
public final class CompressionDictionary {
    /** Larger ones are refused. */
    static final int MAX_BYTES = 1 << 20;

    private final byte[] bytes;
    private final long identity;

    private CompressionDictionary(byte[] bytes) {
        this.bytes = bytes;
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
            this.identity = new WireIn(hash, 0, 8).fixed(8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** @throws IllegalArgumentException when empty or larger than 1 MiB */
    public static CompressionDictionary of(byte[] bytes) {
        if (bytes.length == 0 || bytes.length > MAX_BYTES) {
            throw new IllegalArgumentException("a dictionary has 1 to " + MAX_BYTES + " bytes: " + bytes.length);
        }
        return new CompressionDictionary(bytes);
    }

    /** First eight bytes of the SHA-256 of its content; what a {@link Hello} names. */
    public long identity() {
        return identity;
    }

    /** The lowest two bytes of {@link #identity}; what a frame names. */
    int tag() {
        return (int) identity & 0xffff;
    }

    byte[] bytes() {
        return bytes;
    }
}
