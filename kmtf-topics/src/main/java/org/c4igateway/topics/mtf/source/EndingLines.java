package org.c4igateway.topics.mtf.source;

/**
 * Lines of ACP 126/127 that follow the text: BT, the message number '#0001', both on one line, and NNNN. Blanks at
 * either end of the line do not count.
 */
public final class EndingLines {
    private EndingLines() {}

    public static boolean isEnding(byte[] bytes, LineCursor line) {
        return isEnding(bytes, line.start(), line.end());
    }

    /**
     * Whether a line, or the rest of one, between two offsets is such a line. Reads forwards, up to the first byte that
     * decides: many questions about the rest of one line never read the same blanks at its end again.
     */
    public static boolean isEnding(byte[] bytes, int from, int to) {
        int start = skipBlanks(bytes, from, to);
        int end = start;
        if (isBreak(bytes, start, to)) {
            boolean numbered = start + 2 < to && bytes[start + 2] == ' ' && isNumber(bytes, start + 3, to);
            end += numbered ? 8 : 2;
        } else if (isNumber(bytes, start, to)) {
            end += 5;
        } else if (isEndOfMessage(bytes, start, to)) {
            end += 4;
        }
        return end > start && skipBlanks(bytes, end, to) == to;
    }

    /** Whether the line is BT, alone or with a message number. */
    public static boolean isBreak(byte[] bytes, LineCursor line) {
        int start = skipBlanks(bytes, line.start(), line.end());
        return isBreak(bytes, start, line.end()) && isEnding(bytes, start, line.end());
    }

    private static int skipBlanks(byte[] bytes, int from, int to) {
        int p = from;
        while (p < to && ByteClass.isBlank(bytes[p])) {
            p++;
        }
        return p;
    }

    private static boolean isBreak(byte[] bytes, int at, int to) {
        return to - at > 1 && bytes[at] == 'B' && bytes[at + 1] == 'T';
    }

    private static boolean isEndOfMessage(byte[] bytes, int at, int to) {
        return to - at > 3 && bytes[at] == 'N' && bytes[at + 1] == 'N' && bytes[at + 2] == 'N' && bytes[at + 3] == 'N';
    }

    private static boolean isNumber(byte[] bytes, int at, int to) {
        if (to - at < 5 || bytes[at] != '#') {
            return false;
        }
        for (int i = at + 1; i < at + 5; i++) {
            if (!ByteClass.isDigit(bytes[i])) {
                return false;
            }
        }
        return true;
    }
}
