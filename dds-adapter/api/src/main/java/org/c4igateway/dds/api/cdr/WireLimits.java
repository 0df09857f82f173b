package org.c4igateway.dds.api.cdr;

import java.util.List;

/** Bounds of the wire types; a sample beyond them is malformed. */
public final class WireLimits {
    /** Largest string, in bytes of UTF-8. */
    public static final int MAX_STRING_BYTES = 4_096;
    /** Most elements of a sequence of strings. */
    public static final int MAX_STRINGS = 4_096;
    /** Most elements of a sequence of 64-bit numbers. */
    public static final int MAX_NUMBERS = 16_384;
    /** Largest sequence of octets, in bytes. */
    public static final int MAX_OCTETS = 8 * 1_024 * 1_024;

    /** Largest sample about nodes, with its header, in bytes: a receipt of 1,000 reasons needs half of it. */
    static final int MAX_CONTROL_BYTES = 1_024 * 1_024;
    /** Largest sample of any type, with its header, in bytes. */
    public static final int MAX_SAMPLE_BYTES = MAX_OCTETS + MAX_CONTROL_BYTES;

    private WireLimits() {}

    public static String checkString(String value, String field) {
        if (value.length() > MAX_STRING_BYTES / 3 && Utf8Length.length(value) > MAX_STRING_BYTES) {
            throw new IllegalArgumentException(field + " is longer than " + MAX_STRING_BYTES + " bytes");
        }
        if (value.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(field + " contains NUL");
        }
        return value;
    }

    public static List<String> checkStrings(List<String> values, String field) {
        if (values.size() > MAX_STRINGS) {
            throw new IllegalArgumentException(field + " has more than " + MAX_STRINGS + " elements");
        }
        for (String value : values) {
            checkString(value, field);
        }
        return List.copyOf(values);
    }

    public static void checkCount(int count, int limit, String field) {
        if (count > limit) {
            throw new IllegalArgumentException(field + " has " + count + " elements, more than " + limit);
        }
    }
}
