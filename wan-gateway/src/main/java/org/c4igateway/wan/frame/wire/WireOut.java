package org.c4igateway.wan.frame.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Appends numbers and bytes to a growing array. Numbers are big-endian or varints: seven bits a byte, lowest first, the
 * top bit says that more follow. One thread at a time.
 */
public final class WireOut {
    private byte[] bytes;
    private int size;

    public WireOut(int expectedBytes) {
        bytes = new byte[Math.max(16, expectedBytes)];
    }

    public int size() {
        return size;
    }

    public WireOut octet(int value) {
        ensure(1);
        bytes[size++] = (byte) value;
        return this;
    }

    /** The lowest {@code count} bytes of a number, big-endian. */
    public WireOut fixed(long value, int count) {
        ensure(count);
        for (int shift = 8 * (count - 1); shift >= 0; shift -= 8) {
            bytes[size++] = (byte) (value >>> shift);
        }
        return this;
    }

    /** An unsigned number of 64 bits in 1 to 10 bytes. */
    public WireOut varint(long value) {
        ensure(10);
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
        return this;
    }

    /** A signed number; those near zero are short. */
    public WireOut signed(long value) {
        return varint((value << 1) ^ (value >> 63));
    }

    public WireOut raw(byte[] source) {
        return raw(source, 0, source.length);
    }

    public WireOut raw(byte[] source, int offset, int count) {
        ensure(count);
        System.arraycopy(source, offset, bytes, size, count);
        size += count;
        return this;
    }

    /** Length as varint, then UTF-8. */
    public WireOut text(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        return varint(utf8.length).raw(utf8);
    }

    /** What holds the bytes written, which are its first {@link #size}; good until the next write. */
    public byte[] array() {
        return bytes;
    }

    public byte[] toArray() {
        return Arrays.copyOf(bytes, size);
    }

    /** Bytes that {@link #varint} takes. */
    public static int varintBytes(long value) {
        return Math.max(1, (70 - Long.numberOfLeadingZeros(value)) / 7);
    }

    private void ensure(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
        }
    }
}
