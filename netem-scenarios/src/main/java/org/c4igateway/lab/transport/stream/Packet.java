package org.c4igateway.lab.transport.stream;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * What the two programs say to each other: a type, the number of the stream and a place in it, then what the type has
 * besides.
 *
 * <pre>
 * HELLO     volume          the sender begins or goes on; the place is not used
 * CHUNK     its bytes       the place is that of the first byte
 * PROGRESS  32 B of digest  the receiver has all before the place
 * </pre>
 *
 * @param type what it is
 * @param stream number of the stream
 * @param at place in bytes
 * @param rest what follows, a view
 */
record Packet(Type type, int stream, long at, ByteBuffer rest) {
    static final int HEADER_BYTES = 1 + Integer.BYTES + Long.BYTES;

    /** What a packet is. */
    enum Type {
        HELLO(1),
        CHUNK(2),
        PROGRESS(3);

        private final byte code;

        Type(int code) {
            this.code = (byte) code;
        }

        private static Type of(byte code) throws IOException {
            for (Type type : values()) {
                if (type.code == code) {
                    return type;
                }
            }
            throw new IOException("not a type of packet: " + code);
        }
    }

    static byte[] hello(int stream, long volume) {
        byte[] packet = new byte[HEADER_BYTES + Long.BYTES];
        header(Type.HELLO, stream, 0, packet).putLong(volume);
        return packet;
    }

    static byte[] progress(int stream, long at, byte[] digest) {
        byte[] packet = new byte[HEADER_BYTES + digest.length];
        header(Type.PROGRESS, stream, at, packet).put(digest);
        return packet;
    }

    /**
     * Begins a packet of a chunk.
     *
     * @param packet room for header and chunk
     * @return a view of the room for the chunk
     */
    static ByteBuffer chunk(int stream, long at, byte[] packet) {
        return header(Type.CHUNK, stream, at, packet).slice();
    }

    private static ByteBuffer header(Type type, int stream, long at, byte[] packet) {
        return ByteBuffer.wrap(packet).put(type.code).putInt(stream).putLong(at);
    }

    /** @throws IOException for bytes that are none */
    static Packet read(byte[] bytes) throws IOException {
        if (bytes.length < HEADER_BYTES) {
            throw new IOException("not a packet of a stream: " + bytes.length + " B");
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        Type type = Type.of(buffer.get());
        return new Packet(type, buffer.getInt(), buffer.getLong(), buffer.slice());
    }
}
