package org.c4igateway.lab.transport.stream;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The SHA-256 of the digest so far and the next chunk, chunk after chunk: both ends come to the same digest when they
 * had the same chunks in the same order. Unlike that of a running SHA-256 its state is 32 bytes, which a receiver can
 * keep to go on later. Belongs to one thread.
 */
final class Digest {
    static final int BYTES = 32;

    private final MessageDigest sha256;
    private byte[] value;

    /** @param value 32 bytes, see {@link #none} */
    Digest(byte[] value) {
        this.value = value.clone();
        try {
            this.sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java platform has SHA-256", e);
        }
    }

    /** Of no chunk. */
    static byte[] none() {
        return new byte[BYTES];
    }

    /** Adds what remains in a buffer. */
    void add(ByteBuffer chunk) {
        sha256.update(value);
        sha256.update(chunk);
        value = sha256.digest();
    }

    byte[] value() {
        return value.clone();
    }
}
