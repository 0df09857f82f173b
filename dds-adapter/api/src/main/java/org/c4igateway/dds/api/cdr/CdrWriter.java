package org.c4igateway.dds.api.cdr;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes XCDR version 1, little-endian (DDS-XTypes 1.3, 7.4.3; RTPS 2.5, 10.5).
 *
 * <pre>
 *  0               8               16              24            31
 * +---------------+---------------+---------------+---------------+
 * |       0x00    |  0x01 CDR_LE  |      0x00     | padding 0..3  |
 * +---------------+---------------+---------------+---------------+
 * |  members, aligned to their size counted from here             |
 * </pre>
 *
 * The caller provides room: {@link WireCodec#maxEncodedBytes}. One thread at a time; does not allocate for ASCII
 * strings.
 */
final class CdrWriter {
    static final int HEADER_BYTES = 4;

    private ByteBuffer buffer = ByteBuffer.allocate(0);
    private int origin;

    void begin(ByteBuffer target) {
        buffer = target.order(ByteOrder.LITTLE_ENDIAN);
        buffer.put((byte) 0).put((byte) 1).put((byte) 0).put((byte) 0);
        origin = buffer.position();
    }

    /** Pads to a multiple of four bytes and notes the padding in the header. */
    void end() {
        int padding = -(buffer.position() - origin) & 3;
        align(4);
        buffer.put(origin - 1, (byte) padding);
    }

    void octet(int value) {
        buffer.put((byte) value);
    }

    void number(long value) {
        align(8);
        buffer.putLong(value);
    }

    void string(String value) {
        align(4);
        int lengthAt = buffer.position();
        buffer.putInt(0);
        int length = value.length();
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (c >= 0x80) {
                buffer.position(lengthAt + 4);
                buffer.put(value.getBytes(StandardCharsets.UTF_8));
                break;
            }
            buffer.put((byte) c);
        }
        buffer.put((byte) 0);
        buffer.putInt(lengthAt, buffer.position() - lengthAt - 4);
    }

    void strings(List<String> values) {
        align(4);
        buffer.putInt(values.size());
        for (int i = 0; i < values.size(); i++) {
            string(values.get(i));
        }
    }

    void numbers(long[] values) {
        align(4);
        buffer.putInt(values.length);
        for (long value : values) {
            number(value);
        }
    }

    void octets(byte[] values) {
        align(4);
        buffer.putInt(values.length).put(values);
    }

    private void align(int bytes) {
        while ((buffer.position() - origin & bytes - 1) != 0) {
            buffer.put((byte) 0);
        }
    }
}
