package org.c4igateway.wan.frame;

import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import org.c4igateway.wan.frame.wire.FrameLimits;
import org.c4igateway.wan.frame.wire.WireOut;

/**
 * AES-256-GCM under the key of one session. The nonce is six zero bytes and the packet number: it never repeats under a
 * key because the key belongs to one session and the packet number grows. One thread at a time.
 */
final class StreamCipher {
    private static final int NONCE_BYTES = 12;

    private final SecretKey key;
    private final Cipher cipher;

    StreamCipher(SecretKey key) {
        this.key = key;
        try {
            this.cipher = Cipher.getInstance("AES/GCM/NoPadding");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has AES-GCM", e);
        }
    }

    /** The whole datagram: header, sealed blocks, tag. */
    byte[] seal(byte[] header, long packet, WireOut blocks) {
        try {
            begin(Cipher.ENCRYPT_MODE, header, packet);
            byte[] plain = blocks.toArray();
            WireOut out = new WireOut(header.length + plain.length + FrameLimits.TAG_BYTES);
            return out.raw(header).raw(cipher.doFinal(plain)).toArray();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("sealing failed", e);
        }
    }

    /** The blocks of a datagram; empty when it was not sealed with this key or was changed since. */
    Optional<byte[]> open(byte[] header, long packet, byte[] datagram) {
        try {
            begin(Cipher.DECRYPT_MODE, header, packet);
            return Optional.of(cipher.doFinal(datagram, header.length, datagram.length - header.length));
        } catch (AEADBadTagException e) {
            return Optional.empty();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("opening failed", e);
        }
    }

    private void begin(int mode, byte[] header, long packet)
            throws InvalidKeyException, InvalidAlgorithmParameterException {
        byte[] nonce = new WireOut(NONCE_BYTES).fixed(0, 6).fixed(packet, 6).toArray();
        cipher.init(mode, key, new GCMParameterSpec(8 * FrameLimits.TAG_BYTES, nonce));
        cipher.updateAAD(header);
    }
}
