package org.c4igateway.topics.mtf.scan;

import org.c4igateway.topics.mtf.rule.MtfRule;
import org.c4igateway.topics.mtf.source.ByteClass;
import org.c4igateway.topics.mtf.source.DiagnosticReporter;
import org.c4igateway.topics.mtf.source.EndingLines;
import org.c4igateway.topics.mtf.source.LineCursor;
import org.c4igateway.topics.mtf.source.PageLines;
import org.c4igateway.topics.mtf.source.SetStart;

/**
 * Finds out whether a formatted set that did not end with its line goes on: over page interruptions and blank lines to
 * a line that starts with '/'. One parse, one thread.
 */
final class SetContinuation {

    /** How the set goes on. */
    enum Next {
        /** At a field mark: the cursor's {@code at} is on '/'. */
        FIELD_MARK,
        /** In USMTF style with the content of a field whose mark ended the line before. */
        FIELD_CONTENT,
        /** With text at the start of the very next line, which is neither a set nor the end of the message. */
        TEXT,
        /** It does not; the cursor is on the first line that is not part of the set. */
        NONE
    }

    private final byte[] bytes;
    private final LineCursor cursor;
    private final DiagnosticReporter diagnosticReporter;
    private final PageLines pages;
    private final SetStart ahead;

    SetContinuation(byte[] bytes, LineCursor cursor, DiagnosticReporter diagnosticReporter, PageLines pages) {
        this.bytes = bytes;
        this.cursor = cursor;
        this.diagnosticReporter = diagnosticReporter;
        this.pages = pages;
        this.ahead = new SetStart(bytes);
    }

    /**
     * Advances to the line on which the set goes on.
     *
     * @param markOpen the line ended with a field mark whose content has not been seen
     */
    Next next(boolean markOpen) {
        int line = cursor.number();
        cursor.advance();
        skipInterruptions();
        if (cursor.atEnd()) {
            return Next.NONE;
        }
        int p = cursor.start();
        if (p < cursor.end() && bytes[p] == '/') {
            return Next.FIELD_MARK;
        }
        while (p < cursor.end() && ByteClass.isBlank(bytes[p])) {
            p++;
        }
        boolean indented = p > cursor.start();
        if (indented && bytes[p] == '/') {
            return unitedStatesStyle(p, Next.FIELD_MARK);
        }
        if (isBoundary(p)) {
            return Next.NONE;
        }
        if (markOpen) {
            return unitedStatesStyle(p, Next.FIELD_CONTENT);
        }
        return cursor.number() == line + 1 && !startsSet(p) ? Next.TEXT : Next.NONE;
    }

    private Next unitedStatesStyle(int p, Next next) {
        diagnosticReporter.add(
                MtfRule.SET_US_CONTINUATION, p, "a set continues in a line that starts with '/' at column 1");
        cursor.resumeAt(p);
        return next;
    }

    private boolean isBoundary(int p) {
        if (EndingLines.isEnding(bytes, cursor)) {
            return true;
        }
        return p == cursor.start() && startsSet(p);
    }

    private boolean startsSet(int p) {
        SetStart.Shape shape = ahead.match(cursor, p);
        return shape == SetStart.Shape.LINEAR || shape == SetStart.Shape.COLUMNAR;
    }

    private void skipInterruptions() {
        while (!cursor.atEnd()) {
            if (pages.isPage(cursor, false)) {
                pages.record(cursor);
            } else if (cursor.isBlank()) {
                diagnosticReporter.add(MtfRule.LINE_BLANK, cursor.start(), "blank line inside a set");
            } else {
                return;
            }
            cursor.advance();
        }
    }
}
