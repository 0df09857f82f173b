package org.c4igateway.topics.mtf.scan;

import org.c4igateway.topics.mtf.source.ByteClass;
import org.c4igateway.topics.mtf.source.LineCursor;
import org.c4igateway.topics.mtf.source.SetKey;
import org.c4igateway.topics.mtf.source.SetStart;

/** Finds where the heading ends and the main text starts, before parsing. */
final class MainTextFinder {
    private final byte[] bytes;

    MainTextFinder(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Offset of the line on which the main text starts, or -1 when no line looks like a set. */
    int find(int from) {
        int opening = firstLine(from, true);
        return opening >= 0 ? opening : firstLine(from, false);
    }

    private int firstLine(int from, boolean openingOnly) {
        LineCursor line = new LineCursor(bytes, from);
        SetStart match = new SetStart(bytes);
        while (line.advance()) {
            int p = line.start();
            while (p < line.end() && ByteClass.isBlank(bytes[p])) {
                p++;
            }
            if (p == line.end() || !ByteClass.isCapitalOrDigit(bytes[p])) {
                continue;
            }
            SetStart.Shape shape = match.match(line, p);
            boolean wellFormed = shape == SetStart.Shape.LINEAR || shape == SetStart.Shape.COLUMNAR;
            if (wellFormed && (!openingOnly || SetKey.opensMainText(match.key()) || endsWithMark(line))) {
                return line.start();
            }
        }
        return -1;
    }

    /** A whole set on one line before MSGID is a set out of place, not a line of the heading. */
    private boolean endsWithMark(LineCursor line) {
        int end = line.end();
        while (end > line.start() && ByteClass.isBlank(bytes[end - 1])) {
            end--;
        }
        return end - line.start() > 2 && bytes[end - 1] == '/' && bytes[end - 2] == '/';
    }
}
