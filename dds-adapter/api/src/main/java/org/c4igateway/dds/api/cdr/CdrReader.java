package org.c4igateway.dds.api.cdr;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads plain XCDR versions 1 and 2 of either byte order. Every length is checked against what remains before anything
 * is allocated. The first fault sticks: later reads return empty values and {@link #failed} tells. One thread at a
 * time.
 */
final class CdrReader {
    private static final long[] NO_NUMBERS = {};
    private static final byte[] NO_OCTETS = {};

    private final StringTable strings = new StringTable();
    private ByteBuffer buffer = ByteBuffer.allocate(0);
    private int start;
    private int origin;
    private int maxAlignment = 8;
    private boolean failed;
    private String reason = "";
    private int failedAt;

    /**
     * Reads the encapsulation header; the buffer's byte order is set from it.
     *
     * @param maxBytes of the whole sample
     */
    void begin(ByteBuffer source, int maxBytes) {
        buffer = source;
        start = source.position();
        failed = false;
        reason = "";
        if (source.remaining() < CdrWriter.HEADER_BYTES) {
            fail("shorter than the encapsulation header");
            return;
        }
        if (source.remaining() > maxBytes) {
            fail("sample of " + source.remaining() + " bytes, more than " + maxBytes);
            return;
        }
        int identifier = (source.get(start) & 0xff) << 8 | (source.get(start + 1) & 0xff);
        switch (identifier) {
            case 0, 1 -> maxAlignment = 8;
            case 6, 7 -> maxAlignment = 4;
            default -> fail("encapsulation 0x%04x is neither plain CDR nor plain CDR2".formatted(identifier));
        }
        source.order((identifier & 1) == 1 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        origin = start + CdrWriter.HEADER_BYTES;
        source.position(origin);
    }

    boolean failed() {
        return failed;
    }

    <T> DecodeOutcome<T> malformed() {
        return new DecodeOutcome.Malformed<>(reason, failedAt);
    }

    /** Marks the sample as malformed at the current place; the first mark stays. */
    void fail(String why) {
        if (!failed) {
            failed = true;
            reason = why;
            failedAt = buffer.position() - start;
        }
    }

    int octet() {
        return has(1) ? buffer.get() & 0xff : 0;
    }

    long number() {
        align(8);
        return has(8) ? buffer.getLong() : 0;
    }

    String string() {
        int bytes = length(WireLimits.MAX_STRING_BYTES + 1, 1, "string");
        if (failed) {
            return "";
        }
        if (bytes == 0) {
            // XCDR strings hold at least their NUL; some vendors write an empty string as length 0.
            return "";
        }
        String value = strings.decode(buffer, bytes - 1);
        if (value == null) {
            fail("string is not UTF-8 or contains NUL");
            return "";
        }
        if (buffer.get() != 0) {
            fail("string does not end with NUL");
            return "";
        }
        return value;
    }

    List<String> strings() {
        if (maxAlignment == 4) {
            length(Integer.MAX_VALUE, 1, "delimiter");
        }
        int count = length(WireLimits.MAX_STRINGS, 4, "sequence of strings");
        if (failed || count == 0) {
            return List.of();
        }
        if (count == 1) {
            return List.of(string());
        }
        List<String> values = new ArrayList<>(count);
        for (int i = 0; i < count && !failed; i++) {
            values.add(string());
        }
        return values;
    }

    long[] numbers() {
        int count = length(WireLimits.MAX_NUMBERS, 8, "sequence of numbers");
        if (failed || count == 0) {
            return NO_NUMBERS;
        }
        long[] values = new long[count];
        for (int i = 0; i < count && !failed; i++) {
            values[i] = number();
        }
        return values;
    }

    byte[] octets() {
        int count = length(WireLimits.MAX_OCTETS, 1, "sequence of octets");
        if (failed || count == 0) {
            return NO_OCTETS;
        }
        byte[] values = new byte[count];
        buffer.get(values);
        return values;
    }

    /** Reads an unsigned length and checks it against a limit and against what remains. */
    private int length(int limit, int elementBytes, String what) {
        align(4);
        if (!has(4)) {
            return 0;
        }
        long count = Integer.toUnsignedLong(buffer.getInt());
        if (count > limit) {
            fail(what + " of " + count + " elements, more than " + limit);
        } else if (count * elementBytes > buffer.remaining()) {
            fail(what + " of " + count + " elements, but " + buffer.remaining() + " bytes remain");
        }
        return failed ? 0 : (int) count;
    }

    private boolean has(int bytes) {
        if (!failed && buffer.remaining() < bytes) {
            fail("truncated");
        }
        return !failed;
    }

    private void align(int bytes) {
        int alignment = Math.min(bytes, maxAlignment);
        int padding = -(buffer.position() - origin) & alignment - 1;
        if (padding != 0 && has(padding)) {
            buffer.position(buffer.position() + padding);
        }
    }
}
