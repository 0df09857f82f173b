package org.c4igateway.topics.mtf.scan;

import org.c4igateway.topics.mtf.source.ByteClass;
import org.c4igateway.topics.mtf.source.EndingLines;
import org.c4igateway.topics.mtf.source.LineCursor;
import org.c4igateway.topics.mtf.source.PageLines;
import org.c4igateway.topics.mtf.source.SetStart;

/**
 * Looks ahead from the line of a '//' to the next line that is neither blank nor a page line. Nothing moves and nothing
 * is reported. Each line is looked at once, so that reading stays linear: lines on the way to the one that decides have
 * the same answer, also where a page line is text with a '//' of its own. One parse, one thread.
 */
public final class FollowingLine {
    private static final int SHORTEST_NAME = 3;
    private static final int LONGEST_NAME = 8;

    private final byte[] bytes;
    private final PageLines pages;
    private final SetStart match;
    /** The last look ahead: offset of its first line, offset of the line that decided, and the answer. */
    private int lookedFrom = Integer.MAX_VALUE;

    private int decidedAt;
    private boolean text;

    public FollowingLine(byte[] bytes, PageLines pages) {
        this.bytes = bytes;
        this.pages = pages;
        this.match = new SetStart(bytes);
    }

    /** Whether the next line is text: it begins no set, and is not the end of the message. */
    public boolean isText(LineCursor line) {
        int next = line.next();
        if (startsLinearSet(next)) {
            return false;
        }
        if (next < lookedFrom || next > decidedAt) {
            look(next);
        }
        return text;
    }

    private void look(int from) {
        LineCursor ahead = new LineCursor(bytes, from);
        boolean passing = ahead.advance();
        while (passing && (ahead.isBlank() || pages.isPage(ahead, false))) {
            passing = ahead.advance();
        }
        lookedFrom = from;
        decidedAt = ahead.start();
        text = !ahead.atEnd() && !EndingLines.isEnding(bytes, ahead) && !beginsSet(ahead);
    }

    /** The usual case, decided by a few bytes: a name of 3 to 8 capitals and digits, and '/'. */
    private boolean startsLinearSet(int from) {
        int limit = Math.min(bytes.length, from + LONGEST_NAME + 1);
        int p = from;
        while (p < limit && ByteClass.isCapitalOrDigit(bytes[p])) {
            p++;
        }
        return p - from >= SHORTEST_NAME && p < limit && bytes[p] == '/' && ByteClass.isCapital(bytes[from]);
    }

    private boolean beginsSet(LineCursor line) {
        int p = line.start();
        while (ByteClass.isBlank(bytes[p])) {
            p++;
        }
        return switch (match.match(line, p)) {
            case LINEAR, COLUMNAR -> true;
            case MALFORMED -> endsWithMark(line);
            case NONE -> false;
        };
    }

    /** A wrong identifier alone may be two words with a slash; with '//' at the end of the line it is a set. */
    private boolean endsWithMark(LineCursor line) {
        int end = line.end();
        while (end > line.start() && ByteClass.isBlank(bytes[end - 1])) {
            end--;
        }
        return end - line.start() > 2 && bytes[end - 1] == '/' && bytes[end - 2] == '/';
    }
}
