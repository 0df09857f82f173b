package org.c4igateway.topics.mtf.source;

/** Well-formedness of UTF-8 (Unicode 15, table 3-7), without decoding. */
public final class Utf8Check {
    private Utf8Check() {}

    /** Offset of the first byte that starts no well-formed sequence within the range, or -1. */
    public static int firstInvalid(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to) {
            int lead = bytes[i];
            if (lead >= 0) {
                i++;
                continue;
            }
            int size = sequence(bytes, i, to);
            if (size == 0) {
                return i;
            }
            i += size;
        }
        return -1;
    }

    private static int sequence(byte[] bytes, int at, int to) {
        int lead = bytes[at] & 0xff;
        if (lead >= 0xe0 && lead <= 0xef) {
            return at + 2 < to && isThree(lead, bytes[at + 1] & 0xff) && isTail(bytes[at + 2]) ? 3 : 0;
        }
        if (lead >= 0xc2 && lead <= 0xdf) {
            return at + 1 < to && isTail(bytes[at + 1]) ? 2 : 0;
        }
        boolean four = lead >= 0xf0
                && lead <= 0xf4
                && at + 3 < to
                && isFour(lead, bytes[at + 1] & 0xff)
                && isTail(bytes[at + 2])
                && isTail(bytes[at + 3]);
        return four ? 4 : 0;
    }

    private static boolean isThree(int lead, int second) {
        int low = lead == 0xe0 ? 0xa0 : 0x80;
        int high = lead == 0xed ? 0x9f : 0xbf;
        return second >= low && second <= high;
    }

    private static boolean isFour(int lead, int second) {
        int low = lead == 0xf0 ? 0x90 : 0x80;
        int high = lead == 0xf4 ? 0x8f : 0xbf;
        return second >= low && second <= high;
    }

    private static boolean isTail(byte b) {
        return (b & 0xc0) == 0x80;
    }
}
