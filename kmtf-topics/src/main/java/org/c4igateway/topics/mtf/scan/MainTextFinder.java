package org.c4igateway.topics.mtf.scan;

import org.c4igateway.topics.mtf.source.ByteClass;
import org.c4igateway.topics.mtf.source.EndingLines;
import org.c4igateway.topics.mtf.source.LineCursor;
import org.c4igateway.topics.mtf.source.SetKey;
import org.c4igateway.topics.mtf.source.SetStart;

/** Finds where the heading ends and the main text starts, before parsing. One message, one thread. */
final class MainTextFinder {
    private static final int NONE = -1;

    private final byte[] bytes;
    private final SetStart match;
    private int sincePreviousBreak = NONE;
    private int wholeBeforeBreak = NONE;
    private int wholeAfterBreak = NONE;
    private int anyBeforeBreak = NONE;
    private int anyAfterBreak = NONE;
    private boolean broken;

    MainTextFinder(byte[] bytes) {
        this.bytes = bytes;
        this.match = new SetStart(bytes);
    }

    /**
     * Offset of the line on which the main text starts, or -1 when no line looks like a set: a set that opens the main
     * text, or a whole set on one line that stands before it with no BT between. Without an opening set what follows
     * the first BT goes before what precedes it.
     */
    int find(int from) {
        LineCursor line = new LineCursor(bytes, from);
        while (line.advance()) {
            if (EndingLines.isBreak(bytes, line)) {
                broken = true;
                sincePreviousBreak = NONE;
            } else if (isSet(line)) {
                if (SetKey.opensMainText(match.key())) {
                    return sincePreviousBreak == NONE ? line.start() : sincePreviousBreak;
                }
                keep(line);
            }
        }
        int whole = wholeAfterBreak == NONE ? wholeBeforeBreak : wholeAfterBreak;
        int any = anyAfterBreak == NONE ? anyBeforeBreak : anyAfterBreak;
        return whole == NONE ? any : whole;
    }

    private boolean isSet(LineCursor line) {
        int p = line.start();
        while (p < line.end() && ByteClass.isBlank(bytes[p])) {
            p++;
        }
        if (p == line.end() || !ByteClass.isCapitalOrDigit(bytes[p])) {
            return false;
        }
        SetStart.Shape shape = match.match(line, p);
        return shape == SetStart.Shape.LINEAR || shape == SetStart.Shape.COLUMNAR;
    }

    private void keep(LineCursor line) {
        int start = line.start();
        if (isWhole(line)) {
            sincePreviousBreak = sincePreviousBreak == NONE ? start : sincePreviousBreak;
            wholeBeforeBreak = broken || wholeBeforeBreak != NONE ? wholeBeforeBreak : start;
            wholeAfterBreak = !broken || wholeAfterBreak != NONE ? wholeAfterBreak : start;
        }
        anyBeforeBreak = broken || anyBeforeBreak != NONE ? anyBeforeBreak : start;
        anyAfterBreak = !broken || anyAfterBreak != NONE ? anyAfterBreak : start;
    }

    /**
     * A whole set on one line before MSGID is a set out of place, not a line of the heading. One such as
     * {@code UNCLAS//N01000//} is a line of the heading.
     */
    private boolean isWhole(LineCursor line) {
        int end = line.end();
        while (end > line.start() && ByteClass.isBlank(bytes[end - 1])) {
            end--;
        }
        boolean marked = end - line.start() > 2 && bytes[end - 1] == '/' && bytes[end - 2] == '/';
        boolean office = match.idEnd() + 2 < end && bytes[match.idEnd() + 1] == '/';
        return marked && !office;
    }
}
