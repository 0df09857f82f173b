package org.c4igateway.topics;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The hash that identities and digests are made of. */
public final class Sha256 {
    private Sha256() {}

    /** @return a new, empty digest */
    public static MessageDigest begin() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** @return the 32 bytes of the hash of {@code bytes} */
    public static byte[] of(byte[] bytes) {
        return begin().digest(bytes);
    }
}
