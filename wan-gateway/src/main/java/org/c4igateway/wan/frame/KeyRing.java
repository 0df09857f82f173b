package org.c4igateway.wan.frame;

import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.c4igateway.wan.frame.wire.WireOut;

/**
 * The pre-shared keys of a link: one to seal, all of them to open, so that keys can be changed while the link runs:
 * first the new one is added everywhere, then used everywhere, then the old one is taken away. Immutable and safe for
 * any thread.
 */
public final class KeyRing {
    /** Size of a key. */
    public static final int KEY_BYTES = 32;

    /** Largest key id; the smallest is 1. */
    public static final int MAX_ID = 255;

    private static final byte[] SALT = {'c', '4', 'i', '-', 'w', 'a', 'n', '-', '1'};
    private static final KeyRing UNSEALED = new KeyRing(0, Map.of());

    private final int sealing;
    private final Map<Integer, SecretKey> keys;

    private KeyRing(int sealing, Map<Integer, SecretKey> keys) {
        this.sealing = sealing;
        this.keys = keys;
    }

    /** No keys: datagrams are not encrypted, and any sender can make them. For demonstrations only. */
    public static KeyRing unsealed() {
        return UNSEALED;
    }

    /**
     * A ring of keys.
     *
     * @param sealing id of the one to seal with
     * @param keys each of {@link #KEY_BYTES} bytes, by id from 1 to {@link #MAX_ID}; copied
     * @throws IllegalArgumentException when an id or a length is wrong or the sealing key is not among them
     */
    public static KeyRing of(int sealing, Map<Integer, byte[]> keys) {
        Map<Integer, SecretKey> copies = new TreeMap<>();
        keys.forEach((id, key) -> {
            if (id < 1 || id > MAX_ID || key.length != KEY_BYTES) {
                throw new IllegalArgumentException("key " + id + " has " + key.length + " bytes; ids are 1 to " + MAX_ID
                        + " and keys have " + KEY_BYTES + " bytes");
            }
            copies.put(id, new SecretKeySpec(key, "HKDF"));
        });
        if (!copies.containsKey(sealing)) {
            throw new IllegalArgumentException("no key " + sealing + " to seal with");
        }
        return new KeyRing(sealing, copies);
    }

    /** Whether datagrams are sealed at all. */
    public boolean seals() {
        return sealing != 0;
    }

    /** Id of the key to seal with, 0 for none. */
    public int sealingId() {
        return sealing;
    }

    /**
     * The key of one session of a stream: HKDF-SHA256 of the pre-shared key over version, key id, session and name.
     *
     * @return empty when the ring has no such key
     */
    Optional<SecretKey> streamKey(int id, String stream, long session) {
        SecretKey key = keys.get(id);
        if (key == null) {
            return Optional.empty();
        }
        byte[] info = new WireOut(64)
                .octet(DatagramLayout.VERSION)
                .octet(id)
                .fixed(session, 8)
                .text(stream)
                .toArray();
        try {
            return Optional.of(KDF.getInstance("HKDF-SHA256")
                    .deriveKey(
                            "AES",
                            HKDFParameterSpec.ofExtract()
                                    .addIKM(key)
                                    .addSalt(SALT)
                                    .thenExpand(info, KEY_BYTES)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java 25 has HKDF-SHA256", e);
        }
    }

    @Override
    public String toString() {
        return seals() ? "keys " + keys.keySet() + ", sealing with " + sealing : "unsealed";
    }
}
