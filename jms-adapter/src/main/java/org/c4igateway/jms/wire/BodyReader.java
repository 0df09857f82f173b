package org.c4igateway.jms.wire;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Reads what {@link BodyWriter} wrote. Every length is compared with its bound and with what is left before anything is
 * copied. Each method throws {@link IllegalArgumentException} when the bytes do not hold what is asked for.
 *
 * @param buffer read from its position to its limit
 */
record BodyReader(ByteBuffer buffer) {
    static BodyReader of(byte[] bytes) {
        return new BodyReader(ByteBuffer.wrap(bytes));
    }

    static BodyReader versioned(byte[] bytes, int known) {
        BodyReader in = of(bytes);
        long version = in.number();
        if (version != known) {
            throw new IllegalArgumentException("version " + version + " is not known");
        }
        return in;
    }

    int octet() {
        return fixed(1).get() & 0xFF;
    }

    long number() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int next = octet();
            value |= (next & 0x7FL) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw new IllegalArgumentException("number too long at byte " + buffer.position());
    }

    long signed() {
        long value = number();
        return (value >>> 1) ^ -(value & 1);
    }

    int count(int max) {
        long count = number();
        if (count < 0 || count > max) {
            throw new IllegalArgumentException(count + " is more than " + max + " at byte " + buffer.position());
        }
        return (int) count;
    }

    String text(int maxBytes) {
        ByteBuffer utf8 = fixed(count(maxBytes));
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(utf8).toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("text is not UTF-8 before byte " + buffer.position(), e);
        }
    }

    ByteBuffer fixed(int length) {
        try {
            ByteBuffer part = buffer.slice(buffer.position(), length);
            buffer.position(buffer.position() + length);
            return part;
        } catch (IndexOutOfBoundsException | BufferUnderflowException e) {
            throw new IllegalArgumentException("ends early at byte " + buffer.position(), e);
        }
    }

    /** @return a copy of all that is left */
    byte[] rest() {
        byte[] rest = new byte[buffer.remaining()];
        buffer.get(rest);
        return rest;
    }

    void end() {
        if (buffer.hasRemaining()) {
            throw new IllegalArgumentException(buffer.remaining() + " bytes too many");
        }
    }
}
