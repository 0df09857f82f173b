package org.c4igateway.wan.frame;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.crypto.SecretKey;
import org.c4igateway.wan.frame.wire.FrameLimits;
import org.c4igateway.wan.frame.wire.RefusalReason;
import org.c4igateway.wan.frame.wire.WireIn;

/**
 * Opens the datagrams of one stream, whatever session they are of, each at most once. No handshake is needed: the key
 * of a session follows from the header. One thread at a time.
 *
 * <p>The largest session that sent something authentic is the present one; smaller ones are refused from then on. A
 * refused datagram changes nothing.
 */
public final class DatagramOpener {
    private final String stream;
    private final Map<Integer, StreamCipher> ciphers = new HashMap<>();
    private KeyRing keys;
    private long session = -1;
    private ReplayWindow window = new ReplayWindow();

    /**
     * An opener that has not heard of any session.
     *
     * @param stream name of the stream, the same at both ends
     */
    public DatagramOpener(String stream, KeyRing keys) {
        this.stream = stream;
        this.keys = keys;
    }

    /** From now on opens with the keys of this ring. */
    public void use(KeyRing ring) {
        keys = ring;
        ciphers.clear();
    }

    /** The present session, or -1 when nothing was opened yet. */
    public long session() {
        return session;
    }

    /** Opens a datagram; never throws for what is in it. */
    public OpenResult open(byte[] bytes) {
        if (bytes.length <= FrameLimits.HEADER_BYTES) {
            return refuse(RefusalReason.TRUNCATED, bytes.length + " bytes");
        }
        if (bytes.length > FrameLimits.BODY_BYTES) {
            return refuse(RefusalReason.OVERSIZED, bytes.length + " bytes");
        }
        WireIn in = new WireIn(bytes, 0, FrameLimits.HEADER_BYTES);
        int version = in.octet();
        if (version != DatagramLayout.VERSION) {
            return refuse(RefusalReason.FOREIGN_VERSION, "version " + version);
        }
        int keyId = in.octet();
        long from = in.fixed(8);
        long packet = in.fixed(6);
        if (from < 0) {
            return refuse(RefusalReason.MALFORMED, "a negative session");
        }
        if (from < session) {
            return refuse(RefusalReason.STALE_SESSION, "session " + from + " is before " + session);
        }
        if (from == session && !window.admits(packet)) {
            return refuse(RefusalReason.REPLAYED, "packet " + packet + " of session " + from);
        }
        return open(bytes, keyId, from, packet);
    }

    private OpenResult open(byte[] bytes, int keyId, long from, long packet) {
        if (keyId == 0) {
            return keys.seals()
                    ? refuse(RefusalReason.NOT_SEALED, "packet " + packet + " of session " + from)
                    : read(from, packet, new WireIn(bytes, FrameLimits.HEADER_BYTES, bytes.length));
        }
        Optional<StreamCipher> cipher = cipher(keyId, from);
        if (cipher.isEmpty()) {
            return refuse(RefusalReason.UNKNOWN_KEY, "key " + keyId);
        }
        if (bytes.length <= FrameLimits.HEADER_BYTES + FrameLimits.TAG_BYTES) {
            return refuse(RefusalReason.TRUNCATED, bytes.length + " bytes");
        }
        byte[] header = Arrays.copyOf(bytes, FrameLimits.HEADER_BYTES);
        Optional<byte[]> blocks = cipher.get().open(header, packet, bytes);
        if (blocks.isEmpty()) {
            return refuse(RefusalReason.NOT_AUTHENTIC, "packet " + packet + " of session " + from + ", key " + keyId);
        }
        OpenResult openResult = read(from, packet, new WireIn(blocks.get(), 0, blocks.get().length));
        if (openResult instanceof OpenResult.Opened) {
            ciphers.put(keyId, cipher.get());
        }
        return openResult;
    }

    /** The cipher of a session; kept only once it has opened something, so that forgeries leave nothing behind. */
    private Optional<StreamCipher> cipher(int keyId, long from) {
        if (from == session && ciphers.containsKey(keyId)) {
            return Optional.ofNullable(ciphers.get(keyId));
        }
        Optional<SecretKey> key = keys.streamKey(keyId, stream, from);
        return key.map(StreamCipher::new);
    }

    private OpenResult read(long from, long packet, WireIn in) {
        Optional<Datagram> datagram = DatagramLayout.read(from, packet, in);
        if (datagram.isEmpty()) {
            return refuse(in.truncated() ? RefusalReason.TRUNCATED : RefusalReason.MALFORMED, in.fault());
        }
        if (from != session) {
            session = from;
            window = new ReplayWindow();
            ciphers.clear();
        }
        window.take(packet);
        return new OpenResult.Opened(datagram.get());
    }

    private static OpenResult refuse(RefusalReason reason, String detail) {
        return new OpenResult.Refused(reason, detail);
    }
}
