package org.c4igateway.topics.mtf.source;

import java.nio.charset.StandardCharsets;

/** Set identifiers packed into a long (8 bytes at most), so that the parser compares without making strings. */
public final class SetKey {
    public static final long NONE = 0;
    public static final long EXER = pack("EXER");
    public static final long OPER = pack("OPER");
    public static final long MSGID = pack("MSGID");
    public static final long REF = pack("REF");
    public static final long GENTEXT = pack("GENTEXT");
    public static final long AMPN = pack("AMPN");
    public static final long NARR = pack("NARR");
    static final long RMKS = pack("RMKS");
    static final long AKNLDG = pack("AKNLDG");
    static final long DECL = pack("DECL");
    static final long POC = pack("POC");

    private SetKey() {}

    public static long pack(String id) {
        byte[] bytes = id.getBytes(StandardCharsets.US_ASCII);
        return pack(bytes, 0, bytes.length);
    }

    /** NONE when longer than 8 bytes. */
    public static long pack(byte[] bytes, int from, int to) {
        if (to - from > 8) {
            return NONE;
        }
        long key = 0;
        for (int i = from; i < to; i++) {
            key = (key << 8) | (bytes[i] & 0xff);
        }
        return key;
    }

    public static boolean isFreeText(long key) {
        return key == GENTEXT || key == AMPN || key == NARR || key == RMKS;
    }

    public static boolean opensMainText(long key) {
        return key == MSGID || key == OPER || key == EXER;
    }

    /**
     * Identifiers that do not start a line of real free text: only at these does the parser resynchronise inside free
     * text or on the same line, since any capital word followed by '/' has the shape of a set.
     */
    public static boolean isCommon(long key) {
        return isFreeText(key) || opensMainText(key) || key == REF || key == AKNLDG || key == DECL || key == POC;
    }
}
