package org.c4igateway.topics.mtf.scan;

import org.c4igateway.topics.mtf.rule.MtfRule;
import org.c4igateway.topics.mtf.source.ByteClass;
import org.c4igateway.topics.mtf.source.DiagnosticReporter;
import org.c4igateway.topics.mtf.source.EndingLines;
import org.c4igateway.topics.mtf.source.LineCursor;
import org.c4igateway.topics.mtf.source.MtfSource;
import org.c4igateway.topics.mtf.source.PageLines;
import org.c4igateway.topics.mtf.source.SetKey;
import org.c4igateway.topics.mtf.source.SetStart;

/** Reads one free text set (GENTEXT, AMPN, NARR, RMKS) from its identifier to its end. One parse, one thread. */
final class FreeTextScan {
    private static final int LONGEST_SUBJECT_CHARACTERS = 61;

    private final MtfSource source;
    private final byte[] bytes;
    private final LineCursor cursor;
    private final DiagnosticReporter diagnosticReporter;
    private final SetBuffer set;
    private final EndMark endMark;
    private final SetContinuation continuation;
    private final PageLines pages;
    private final SetStart ahead;
    private int pieceStart;

    FreeTextScan(
            MtfSource source,
            LineCursor cursor,
            DiagnosticReporter diagnosticReporter,
            SetBuffer set,
            EndMark endMark,
            SetContinuation continuation,
            PageLines pages) {
        this.source = source;
        this.bytes = source.bytes();
        this.cursor = cursor;
        this.diagnosticReporter = diagnosticReporter;
        this.set = set;
        this.endMark = endMark;
        this.continuation = continuation;
        this.pages = pages;
        this.ahead = new SetStart(bytes);
    }

    /** The cursor is on the line of the identifier; afterwards it is behind the set. */
    void scan() {
        int mark = set.contentStart == cursor.end() ? markOnNextLine() : set.contentStart;
        if (mark >= 0 && set.key == SetKey.GENTEXT) {
            mark = subject(mark);
        }
        if (mark >= 0) {
            text(mark);
        }
    }

    private int markOnNextLine() {
        int number = cursor.number();
        int lineStart = cursor.start();
        int lineEnd = cursor.end();
        set.end = lineEnd;
        if (continuation.next(false) == SetContinuation.Next.FIELD_MARK) {
            return cursor.at();
        }
        unterminated(number, lineStart, lineEnd);
        return -1;
    }

    /** Reads the subject behind the mark. Returns the mark of the text, or -1 when the set has ended. */
    private int subject(int mark) {
        int from = mark + 1;
        if (from < cursor.end() && bytes[from] == '/') {
            set.end = from + 1;
            if (endMark.endsText(from + 1)) {
                return -1;
            }
            set.add(from, from);
            return from;
        }
        return from == cursor.end() ? subjectOnNextLine(from) : subjectFrom(from);
    }

    private int subjectFrom(int from) {
        int to = from;
        while (to < cursor.end() && bytes[to] != '/') {
            to++;
        }
        set.add(from, to);
        checkSubject(from, to);
        set.end = to;
        return to == cursor.end() ? markOnNextLine() : endOrText(to);
    }

    /** The line ended with the mark of the subject. */
    private int subjectOnNextLine(int lineEnd) {
        int number = cursor.number();
        int lineStart = cursor.start();
        set.end = lineEnd;
        return switch (continuation.next(true)) {
            case FIELD_CONTENT -> subjectFrom(cursor.at());
            case FIELD_MARK -> {
                set.add(lineEnd, lineEnd);
                diagnosticReporter.addAt(
                        MtfRule.GENTEXT_SUBJECT, number, lineStart, lineEnd, "GENTEXT without a subject");
                yield endOrText(cursor.at());
            }
            case TEXT, NONE -> {
                unterminated(number, lineStart, lineEnd);
                yield -1;
            }
        };
    }

    private int endOrText(int mark) {
        if (mark + 1 < cursor.end() && bytes[mark + 1] == '/') {
            set.end = mark + 2;
            int number = cursor.number();
            int lineStart = cursor.start();
            if (endMark.endsText(mark + 2)) {
                diagnosticReporter.addAt(MtfRule.TEXT_MISSING, number, lineStart, mark, "GENTEXT without text");
                return -1;
            }
            return mark + 1;
        }
        return mark;
    }

    private void checkSubject(int from, int to) {
        int bound = Math.min(to, from + 4 * LONGEST_SUBJECT_CHARACTERS + 4);
        int characters = MtfSource.characters(bytes, from, bound, source.encoding());
        if (isUnfilled(from, to) || characters > LONGEST_SUBJECT_CHARACTERS) {
            diagnosticReporter.add(
                    MtfRule.GENTEXT_SUBJECT,
                    from,
                    "the subject of GENTEXT is 1 to " + LONGEST_SUBJECT_CHARACTERS + " characters");
        }
    }

    private boolean isUnfilled(int from, int to) {
        int p = from;
        while (p < to && ByteClass.isBlank(bytes[p])) {
            p++;
        }
        int end = to;
        while (end > p && ByteClass.isBlank(bytes[end - 1])) {
            end--;
        }
        return p == end || (end - p == 1 && bytes[p] == '-');
    }

    private void text(int mark) {
        pieceStart = mark + 1;
        int p = mark + 1;
        if (p < cursor.end() && bytes[p] == '/') {
            set.end = p + 1;
            if (endMark.endsText(p + 1)) {
                return;
            }
            p++;
            pieceStart = p;
        }
        while (p >= 0) {
            int slashes = doubleSlash(p);
            p = slashes < 0 ? nextLine() : atDoubleSlash(slashes);
        }
    }

    private int doubleSlash(int from) {
        if (!cursor.has(ByteClass.SLASH)) {
            return -1;
        }
        int last = cursor.end() - 1;
        for (int i = from; i < last; i++) {
            if (bytes[i] == '/' && bytes[i + 1] == '/') {
                return i;
            }
        }
        return -1;
    }

    private int atDoubleSlash(int slashes) {
        int after = slashes + 2;
        if (after < cursor.end() && bytes[after] == '/') {
            diagnosticReporter.add(MtfRule.TEXT_EDGE_SLASH, slashes, "free text does not end with '/'");
            return slashes + 1;
        }
        set.end = after;
        int number = cursor.number();
        int lineStart = cursor.start();
        if (!endMark.endsText(after)) {
            return after;
        }
        addPiece(slashes);
        checkText(number, lineStart, slashes);
        return -1;
    }

    private void checkText(int number, int lineStart, int slashes) {
        int first = set.key == SetKey.GENTEXT ? 1 : 0;
        if (set.cellCount() <= first) {
            diagnosticReporter.addAt(MtfRule.TEXT_MISSING, number, lineStart, slashes, "a free text set without text");
        } else if (bytes[firstCharacter(set.cellStart(first))] == '/') {
            diagnosticReporter.addAt(
                    MtfRule.TEXT_EDGE_SLASH, number, lineStart, slashes, "free text does not start with '/'");
        }
    }

    private int firstCharacter(int from) {
        int p = from;
        while (isSpace(bytes[p])) {
            p++;
        }
        return p;
    }

    /** Adds the text from the last piece start, unless it is blank. */
    private void addPiece(int to) {
        int p = pieceStart;
        while (p < to && isSpace(bytes[p])) {
            p++;
        }
        if (p < to) {
            set.add(pieceStart, to);
        }
    }

    private static boolean isSpace(byte b) {
        return ByteClass.isBlank(b) || b == '\n' || b == '\r';
    }

    private int nextLine() {
        int number = cursor.number();
        int lineStart = cursor.start();
        int lineEnd = cursor.end();
        set.end = lineEnd;
        cursor.advance();
        while (!cursor.atEnd() && pages.isPage(cursor, true)) {
            addPiece(cursor.start());
            pages.record(cursor);
            cursor.advance();
            pieceStart = cursor.start();
        }
        if (cursor.atEnd() || EndingLines.isEnding(bytes, cursor) || startsCommonSet()) {
            addPiece(Math.max(pieceStart, lineEnd));
            unterminated(number, lineStart, lineEnd);
            return -1;
        }
        return cursor.start();
    }

    private boolean startsCommonSet() {
        int start = cursor.start();
        return start < cursor.end()
                && ByteClass.isCapital(bytes[start])
                && ahead.match(cursor, start) == SetStart.Shape.LINEAR
                && ahead.contentStart() < cursor.end()
                && SetKey.isCommon(ahead.key());
    }

    private void unterminated(int number, int lineStart, int lineEnd) {
        diagnosticReporter.addAt(
                MtfRule.SET_UNTERMINATED, number, lineStart, lineEnd, "no '//' before the next set or the end");
    }
}
