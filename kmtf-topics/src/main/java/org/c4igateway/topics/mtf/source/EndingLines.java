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

    /** Whether a line, or the rest of one, between two offsets is such a line. */
    public static boolean isEnding(byte[] bytes, int from, int to) {
        int start = from;
        int end = to;
        while (end > start && ByteClass.isBlank(bytes[end - 1])) {
            end--;
        }
        while (start < end && ByteClass.isBlank(bytes[start])) {
            start++;
        }
        return switch (end - start) {
            case 2 -> isBreak(bytes, start);
            case 4 ->
                bytes[start] == 'N' && bytes[start + 1] == 'N' && bytes[start + 2] == 'N' && bytes[end - 1] == 'N';
            case 5 -> isNumber(bytes, start);
            case 8 -> isBreak(bytes, start) && bytes[start + 2] == ' ' && isNumber(bytes, start + 3);
            default -> false;
        };
    }

    /** Whether the line is BT, alone or with a message number. */
    public static boolean isBreak(byte[] bytes, LineCursor line) {
        int start = line.start();
        while (start < line.end() && ByteClass.isBlank(bytes[start])) {
            start++;
        }
        return line.end() - start > 1 && isBreak(bytes, start) && isEnding(bytes, line);
    }

    private static boolean isBreak(byte[] bytes, int at) {
        return bytes[at] == 'B' && bytes[at + 1] == 'T';
    }

    private static boolean isNumber(byte[] bytes, int at) {
        for (int i = at + 1; i < at + 5; i++) {
            if (!ByteClass.isDigit(bytes[i])) {
                return false;
            }
        }
        return bytes[at] == '#';
    }
}
