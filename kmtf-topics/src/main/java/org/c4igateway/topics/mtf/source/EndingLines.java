package org.c4igateway.topics.mtf.source;

/** Lines of ACP 126/127 that follow the text: BT, the message number '#0001' and NNNN. */
public final class EndingLines {
    private EndingLines() {}

    public static boolean isEnding(LineCursor line) {
        int length = line.end() - line.start();
        return (length == 2 && line.is("BT")) || (length == 4 && line.is("NNNN")) || isNumber(line, length);
    }

    private static boolean isNumber(LineCursor line, int length) {
        return length == 5 && line.startsWith("#") && line.digits(1, 5);
    }
}
