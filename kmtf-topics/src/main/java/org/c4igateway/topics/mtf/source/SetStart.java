package org.c4igateway.topics.mtf.source;

/**
 * Recognises a set identifier at an offset of the current line: capitals (columnar: a digit first), then '/' or the end
 * of the line with '/' at the start of the next. Blanks at the end of the line count as nothing. Used again and again;
 * one parse, one thread.
 */
public final class SetStart {

    /** What stands at the offset. */
    public enum Shape {
        LINEAR,
        COLUMNAR,
        /** Followed by '/', but too short, too long or not in capitals. */
        MALFORMED,
        NONE
    }

    private static final int MAX_ID_BYTES = 8;
    private static final int MAX_MALFORMED_BYTES = 20;

    private final byte[] bytes;
    private int offset;
    private int idEnd;
    private int contentStart;
    private long key;

    public SetStart(byte[] bytes) {
        this.bytes = bytes;
    }

    public Shape match(LineCursor line, int from) {
        offset = from;
        int limit = line.end();
        int p = from;
        while (p < limit && ByteClass.isCapitalOrDigit(bytes[p])) {
            p++;
        }
        idEnd = p;
        key = SetKey.pack(bytes, from, p);
        if (p < limit && bytes[p] == '/') {
            contentStart = p;
            Shape shape = shape(from, p);
            return shape == Shape.NONE && p > from && p - from <= MAX_MALFORMED_BYTES ? Shape.MALFORMED : shape;
        }
        contentStart = limit;
        Shape alone = line.peekNext() == '/' ? shape(from, p) : Shape.NONE;
        return alone != Shape.NONE && isBlank(p, limit) ? alone : malformed(p, limit);
    }

    private boolean isBlank(int from, int to) {
        int p = from;
        while (p < to && ByteClass.isBlank(bytes[p])) {
            p++;
        }
        return p == to;
    }

    private Shape malformed(int from, int limit) {
        int p = from;
        while (p < limit && isAsciiWord(bytes[p])) {
            p++;
        }
        idEnd = p;
        contentStart = p;
        key = SetKey.NONE;
        boolean plausible = p < limit && bytes[p] == '/' && p > offset && p - offset <= MAX_MALFORMED_BYTES;
        return plausible ? Shape.MALFORMED : Shape.NONE;
    }

    private Shape shape(int from, int to) {
        int length = to - from;
        if (length < 3 || length > MAX_ID_BYTES) {
            return Shape.NONE;
        }
        if (ByteClass.isCapital(bytes[from])) {
            return Shape.LINEAR;
        }
        return ByteClass.isCapital(bytes[from + 1]) ? Shape.COLUMNAR : Shape.NONE;
    }

    private static boolean isAsciiWord(byte b) {
        return ByteClass.isCapitalOrDigit(b) || (b >= 'a' && b <= 'z') || b == '_' || b == '-';
    }

    public int offset() {
        return offset;
    }

    public int idEnd() {
        return idEnd;
    }

    /**
     * Offset from which the set is read on: that of the '/' behind the identifier, or the end of the line on which the
     * identifier stands alone.
     */
    public int contentStart() {
        return contentStart;
    }

    /** Packed identifier, see {@link SetKey}. */
    public long key() {
        return key;
    }
}
