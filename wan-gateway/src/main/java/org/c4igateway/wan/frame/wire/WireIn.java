package org.c4igateway.wan.frame.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads what {@link WireOut} wrote. Every length is checked against its bound and against what remains before anything
 * is allocated. The first fault sticks: later reads return zeros and empty values, and {@link #failed} tells. One
 * thread at a time.
 */
public final class WireIn {
    private static final byte[] NOTHING = {};

    private final byte[] bytes;
    private final int end;
    private int position;
    private String fault = "";
    private boolean truncated;

    public WireIn(byte[] bytes, int offset, int end) {
        this.bytes = bytes;
        this.position = offset;
        this.end = end;
    }

    public boolean failed() {
        return !fault.isEmpty();
    }

    /** What is wrong, or an empty string. */
    public String fault() {
        return fault;
    }

    /** Whether the first fault was that the bytes ended too early. */
    public boolean truncated() {
        return truncated;
    }

    /** Marks the input as malformed; the first mark stays. */
    public void fail(String why) {
        if (fault.isEmpty()) {
            fault = why + " at byte " + position;
        }
    }

    public int position() {
        return position;
    }

    /** Passes over bytes. */
    public void skip(int count) {
        if (has(count)) {
            position += count;
        }
    }

    public int remaining() {
        return failed() ? 0 : end - position;
    }

    public int octet() {
        return has(1) ? bytes[position++] & 0xff : 0;
    }

    public long fixed(int count) {
        if (!has(count)) {
            return 0;
        }
        long value = 0;
        for (int i = 0; i < count; i++) {
            value = (value << 8) | (bytes[position++] & 0xff);
        }
        return value;
    }

    /** An unsigned number of 64 bits; only its shortest form is taken. */
    public long varint() {
        long value = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            if (!has(1)) {
                return 0;
            }
            long next = bytes[position++];
            value |= (next & 0x7f) << shift;
            if (next >= 0) {
                boolean overflow = shift == 63 && next > 1;
                boolean padded = shift > 0 && next == 0;
                if (overflow || padded) {
                    fail(overflow ? "a number of more than 64 bits" : "a number not in its shortest form");
                    return 0;
                }
                return value;
            }
        }
        fail("a number of more than 10 bytes");
        return 0;
    }

    /** A number from 0 to {@code most}. */
    public long varint(long most, String what) {
        long value = varint();
        if (value < 0 || value > most) {
            fail(what + " is " + Long.toUnsignedString(value) + ", more than " + most);
            return 0;
        }
        return value;
    }

    public int count(int most, String what) {
        return (int) varint(most, what);
    }

    public long signed() {
        long value = varint();
        return (value >>> 1) ^ -(value & 1);
    }

    public byte[] raw(int count) {
        if (count == 0 || !has(count)) {
            return NOTHING;
        }
        position += count;
        return Arrays.copyOfRange(bytes, position - count, position);
    }

    /** Everything that remains. */
    public byte[] rest() {
        return raw(remaining());
    }

    public String text(int mostBytes, String what) {
        int length = count(mostBytes, what);
        if (!has(length)) {
            return "";
        }
        position += length;
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, position - length, length))
                    .toString();
        } catch (CharacterCodingException e) {
            fail(what + " is not UTF-8");
            return "";
        }
    }

    /** Nothing may follow. */
    public void finish() {
        if (!failed() && position != end) {
            fail(end - position + " bytes too many");
        }
    }

    private boolean has(int count) {
        if (!failed() && end - position < count) {
            fail("ends too early");
            truncated = true;
        }
        return !failed();
    }
}
