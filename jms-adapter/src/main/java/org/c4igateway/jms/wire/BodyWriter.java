package org.c4igateway.jms.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Appends numbers (unsigned LEB128: 7 bits per byte, low ones first), texts (length in UTF-8, bytes) and fixed widths
 * (big-endian) to the body of a JMS message. Used by one thread.
 */
final class BodyWriter {
    private byte[] bytes = new byte[256];
    private int size;

    BodyWriter octet(int value) {
        ensure(1);
        bytes[size++] = (byte) value;
        return this;
    }

    BodyWriter number(long value) {
        ensure(Long.BYTES + 2);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) ((rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
        return this;
    }

    /** A number that may be negative; those near zero are short. */
    BodyWriter signed(long value) {
        return number((value << 1) ^ (value >> 63));
    }

    BodyWriter text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return number(utf8.length).raw(utf8, 0, utf8.length);
    }

    BodyWriter fixed(long value, int width) {
        ensure(width);
        for (int shift = (width - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            bytes[size++] = (byte) (value >>> shift);
        }
        return this;
    }

    BodyWriter raw(byte[] source, int offset, int count) {
        ensure(count);
        System.arraycopy(source, offset, bytes, size, count);
        size += count;
        return this;
    }

    BodyWriter raw(BodyWriter other) {
        return raw(other.bytes, 0, other.size);
    }

    int size() {
        return size;
    }

    /** Forgets what was written. */
    void clear() {
        size = 0;
    }

    byte[] toArray() {
        return Arrays.copyOf(bytes, size);
    }

    private void ensure(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
        }
    }
}
