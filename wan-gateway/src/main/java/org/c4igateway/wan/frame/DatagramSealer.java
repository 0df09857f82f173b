package org.c4igateway.wan.frame;

import java.util.Optional;
import org.c4igateway.wan.frame.wire.FrameLimits;
import org.c4igateway.wan.frame.wire.SessionNumber;
import org.c4igateway.wan.frame.wire.WireOut;
import org.jspecify.annotations.Nullable;

/**
 * Makes the datagrams of one session of one stream; {@link DatagramLayout} has the layout. One thread at a time.
 *
 * <p>Packet numbers must grow from call to call: this is what keeps the cipher's nonces unique.
 */
public final class DatagramSealer {
    private final String stream;
    private final long session;
    private KeyRing keys;
    private @Nullable StreamCipher cipher;
    private long lastPacket = -1;

    /**
     * A sealer.
     *
     * @param stream name of the stream, the same at both ends, different for each sender and direction
     * @param session of this start of the sender, see {@link SessionNumber}
     */
    public DatagramSealer(String stream, long session, KeyRing keys) {
        this.stream = stream;
        this.session = SessionNumber.check(session);
        this.keys = keys;
        this.cipher = cipherOf(keys);
    }

    /** From now on seals with the sealing key of this ring. */
    public void use(KeyRing ring) {
        keys = ring;
        cipher = cipherOf(ring);
    }

    /**
     * The bytes of a datagram, at most {@link FrameLimits#BODY_BYTES}.
     *
     * @throws IllegalArgumentException when it is of another session, its packet number is not above the last one, or
     *     it is too large; nothing was sealed then
     */
    public byte[] seal(Datagram datagram) {
        if (datagram.session() != session || datagram.packet() <= lastPacket) {
            throw new IllegalArgumentException("packet " + datagram.packet() + " of session " + datagram.session()
                    + " does not follow packet " + lastPacket + " of session " + session);
        }
        WireOut blocks = DatagramLayout.blocks(datagram);
        int bytes = FrameLimits.HEADER_BYTES + blocks.size() + FrameLimits.TAG_BYTES;
        if (bytes > FrameLimits.BODY_BYTES) {
            throw new IllegalArgumentException(
                    "a datagram of " + bytes + " bytes, more than " + FrameLimits.BODY_BYTES);
        }
        lastPacket = datagram.packet();
        byte[] header = DatagramLayout.header(datagram, keys.sealingId());
        if (cipher == null) {
            return new WireOut(bytes).raw(header).raw(blocks.toArray()).toArray();
        }
        return cipher.seal(header, datagram.packet(), blocks);
    }

    private @Nullable StreamCipher cipherOf(KeyRing ring) {
        Optional<StreamCipher> sealing =
                ring.streamKey(ring.sealingId(), stream, session).map(StreamCipher::new);
        return sealing.orElse(null);
    }
}
