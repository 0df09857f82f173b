package org.c4igateway.test.e2e.input;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Builds an RTPS message (RTPS 2.5, 9.4), right or wrong; little endian.
 *
 * <pre>
 *  0        4         6        8                    20
 * +--------+---------+--------+--------------------+------------------------------------------
 * | "RTPS" | version | vendor | prefix of the GUID | submessages: id, flags, length, content
 * +--------+---------+--------+--------------------+------------------------------------------
 * </pre>
 */
final class RtpsPacket {
    static final int HEADER_BYTES = 20;
    private static final int PREFIX_AT = 8;
    static final int PREFIX_BYTES = 12;
    private static final int LITTLE_ENDIAN = 1;

    /** Instead of the entity id of a reader: all readers of that writer. */
    static final int ANY_READER = 0;

    private static final int FINAL = 2;
    private static final int MAX_CLAIMED_BYTES = 65_535;

    static final int ACKNACK = 0x06;
    static final int HEARTBEAT = 0x07;
    static final int GAP = 0x08;
    static final int INFO_TS = 0x09;
    static final int INFO_SRC = 0x0c;
    static final int INFO_REPLY = 0x0f;
    static final int INFO_DST = 0x0e;
    static final int NACK_FRAG = 0x12;
    static final int HEARTBEAT_FRAG = 0x13;
    static final int DATA = 0x15;
    static final int DATA_FRAG = 0x16;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** @param prefix of the sender's GUID, 12 bytes */
    RtpsPacket(byte[] prefix) {
        out.writeBytes("RTPS".getBytes(StandardCharsets.US_ASCII));
        // RTPS 2.1, vendor Eclipse.
        out.writeBytes(new byte[] {2, 1, 1, 0x10});
        out.writeBytes(prefix);
    }

    /** Appends a submessage that is as long as it says. */
    RtpsPacket with(int id, int flags, byte[] content) {
        return with(id, flags, content, content.length);
    }

    /** Appends a submessage that claims another length. */
    RtpsPacket with(int id, int flags, byte[] content, int claimedBytes) {
        out.write(id);
        out.write(flags | LITTLE_ENDIAN);
        out.write(claimedBytes);
        out.write(claimedBytes >> 8);
        out.writeBytes(content);
        return this;
    }

    byte[] bytes() {
        return out.toByteArray();
    }

    /** Little-endian content of a submessage or parameter list. */
    static final class Content {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        Content u8(int... values) {
            for (int value : values) {
                out.write(value);
            }
            return this;
        }

        Content u16(int... values) {
            for (int value : values) {
                u8(value, value >> 8);
            }
            return this;
        }

        Content u32(long... values) {
            for (long value : values) {
                u16((int) value, (int) (value >> 16));
            }
            return this;
        }

        /** An entity id, in the order in which it is written. */
        Content entity(int id) {
            return u8(id >> 24, id >> 16, id >> 8, id);
        }

        /** A sequence number: high half, then low half. */
        Content sequence(long number) {
            return u32(number >> 32, number);
        }

        Content raw(byte[] bytes) {
            out.writeBytes(bytes);
            return this;
        }

        Content zeros(int count) {
            return raw(new byte[count]);
        }

        /** A string with its length and NUL, without padding. */
        Content string(String text) {
            byte[] chars = text.getBytes(StandardCharsets.UTF_8);
            return u32(chars.length + 1L).raw(chars).u8(0);
        }

        /** A parameter whose length is as given, whatever the value is. */
        Content parameter(int id, int claimedBytes, byte[] value) {
            return u16(id, claimedBytes).raw(value);
        }

        byte[] bytes() {
            return out.toByteArray();
        }
    }

    /** @return a heartbeat that says that this is the only sample that the writer still has, then the sample */
    static byte[] sample(byte[] prefix, int writer, long sequence, int flags, byte[] content) {
        // Writers of discovery data end with c2, their readers with c7.
        int reader = (writer & 0xc0) == 0xc0 ? writer | 0x05 : ANY_READER;
        byte[] data = new Content()
                .u16(0, 16)
                .entity(reader)
                .entity(writer)
                .sequence(sequence)
                .raw(content)
                .bytes();
        // The last submessage of a message may be longer than its length can say, which is 0 then.
        return new RtpsPacket(prefix)
                .with(HEARTBEAT, FINAL, only(reader, writer, sequence))
                .with(DATA, flags, data, data.length > MAX_CLAIMED_BYTES ? 0 : data.length)
                .bytes();
    }

    /** @return a heartbeat that says that this is the only sample that the writer still has */
    static byte[] heartbeat(byte[] prefix, int writer, long sequence) {
        return new RtpsPacket(prefix)
                .with(HEARTBEAT, FINAL, only(ANY_READER, writer, sequence))
                .bytes();
    }

    private static byte[] only(int reader, int writer, long sequence) {
        Content range = new Content().entity(reader).entity(writer).sequence(sequence);
        return range.sequence(sequence).u32(sequence).bytes();
    }

    /**
     * One submessage of a message that was sent.
     *
     * @param content without the four bytes before it
     */
    record Part(int id, int flags, byte[] content) {}

    /** @return the submessages of a well-formed little-endian message, as far as they are whole */
    static List<Part> parts(byte[] message) {
        List<Part> parts = new ArrayList<>();
        ByteBuffer in = littleEndian(message);
        int at = HEADER_BYTES;
        while (at + 4 <= message.length) {
            int claimed = Short.toUnsignedInt(in.getShort(at + 2));
            int bytes = claimed == 0 ? message.length - at - 4 : claimed;
            if (at + 4 + bytes > message.length) {
                break;
            }
            parts.add(new Part(message[at], message[at + 1], Arrays.copyOfRange(message, at + 4, at + 4 + bytes)));
            at += 4 + bytes;
        }
        return parts;
    }

    /** @return a copy in which one GUID prefix is replaced by another wherever it stands */
    static byte[] renamed(byte[] message, byte[] from, byte[] to) {
        byte[] copy = message.clone();
        for (int at = indexOf(copy, from, 0); at >= 0; at = indexOf(copy, from, at + 1)) {
            System.arraycopy(to, 0, copy, at, to.length);
        }
        return copy;
    }

    /** @return where a sequence of bytes begins, or -1 */
    static int indexOf(byte[] message, byte[] wanted, int from) {
        for (int at = from; at + wanted.length <= message.length; at++) {
            if (Arrays.equals(message, at, at + wanted.length, wanted, 0, wanted.length)) {
                return at;
            }
        }
        return -1;
    }

    static byte[] prefixOf(byte[] message) {
        return Arrays.copyOfRange(message, PREFIX_AT, PREFIX_AT + PREFIX_BYTES);
    }

    static ByteBuffer littleEndian(byte[] message) {
        return ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
    }
}
