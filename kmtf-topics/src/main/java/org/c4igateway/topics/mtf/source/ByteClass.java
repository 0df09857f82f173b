package org.c4igateway.topics.mtf.source;

/**
 * Classes of bytes, as bits that can be joined over a line. All parsing decisions look at bytes, never at characters.
 */
public final class ByteClass {
    /** Printable ASCII outside the basic set of §1.9 (A-Z 0-9 . , - ( ) ? blank / :). */
    public static final int EXTENDED = 1;

    static final int CONTROL = 2;
    static final int NUL = 4;
    public static final int HIGH = 8;
    static final int CARRIAGE_RETURN = 16;
    public static final int SLASH = 32;
    /** The only negative class, so that one comparison ends a line loop. */
    static final int LINE_FEED = -128;

    private static final byte[] CLASSES = new byte[256];
    private static final byte[] ID_CLASSES = new byte[256];

    static {
        for (int b = 0; b < 256; b++) {
            CLASSES[b] = (byte) classify(b);
        }
        for (int c = 'A'; c <= 'Z'; c++) {
            ID_CLASSES[c] = 1;
        }
        for (int c = '0'; c <= '9'; c++) {
            ID_CLASSES[c] = 2;
        }
    }

    private ByteClass() {}

    private static int classify(int b) {
        if (b >= 0x80) {
            return HIGH;
        }
        return switch (b) {
            case 0 -> NUL;
            case '\n' -> LINE_FEED;
            case '\r' -> CARRIAGE_RETURN;
            case '/' -> SLASH;
            case ' ', '.', ',', '-', '(', ')', '?', ':' -> 0;
            default -> classifyOther(b);
        };
    }

    private static int classifyOther(int b) {
        if (b < 0x20 || b == 0x7f) {
            return CONTROL;
        }
        boolean basic = (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9');
        return basic ? 0 : EXTENDED;
    }

    public static int of(byte b) {
        return CLASSES[b & 0xff];
    }

    public static boolean isCapital(byte b) {
        return ID_CLASSES[b & 0xff] == 1;
    }

    static boolean isDigit(byte b) {
        return ID_CLASSES[b & 0xff] == 2;
    }

    public static boolean isCapitalOrDigit(byte b) {
        return ID_CLASSES[b & 0xff] != 0;
    }

    public static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }
}
