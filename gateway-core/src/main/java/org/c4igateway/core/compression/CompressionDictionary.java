package org.c4igateway.core.compression;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import org.c4igateway.topics.Sha256;

/**
 * A zstd dictionary, versioned by its content. Immutable by agreement: the bytes are handed over and never changed.
 * Safe for any thread.
 */
public final class CompressionDictionary {
    /** Larger ones are refused. */
    public static final int MAX_BYTES = 1 << 20;

    /** Resources of this package, newest first. */
    private static final List<String> SHIPPED = List.of("mtf-1.dict");

    private final byte[] bytes;
    private final long identity;

    private CompressionDictionary(byte[] bytes) {
        this.bytes = bytes;
        this.identity = ByteBuffer.wrap(Sha256.of(bytes)).getLong();
    }

    /**
     * The dictionaries shipped with this module, trained on MTF text; newest first, at least one. Reads resources.
     */
    public static List<CompressionDictionary> shipped() {
        return SHIPPED.stream().map(CompressionDictionary::resource).toList();
    }

    private static CompressionDictionary resource(String name) {
        try (InputStream in =
                Objects.requireNonNull(CompressionDictionary.class.getResourceAsStream(name), "resource " + name)) {
            return of(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @throws IllegalArgumentException when empty or larger than 1 MiB */
    public static CompressionDictionary of(byte[] bytes) {
        if (bytes.length == 0 || bytes.length > MAX_BYTES) {
            throw new IllegalArgumentException("a dictionary has 1 to " + MAX_BYTES + " bytes: " + bytes.length);
        }
        return new CompressionDictionary(bytes);
    }

    /** First eight bytes of the SHA-256 of its content; what a receiver announces. */
    public long identity() {
        return identity;
    }

    /** The lowest two bytes of {@link #identity}; what a frame of the WAN names. */
    public int tag() {
        return (int) identity & 0xffff;
    }

    /** @return its content; must not be changed */
    public byte[] bytes() {
        return bytes;
    }
}
