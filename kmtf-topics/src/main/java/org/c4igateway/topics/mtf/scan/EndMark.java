package org.c4igateway.topics.mtf.scan;

import org.c4igateway.topics.mtf.rule.MtfRule;
import org.c4igateway.topics.mtf.source.ByteClass;
import org.c4igateway.topics.mtf.source.DiagnosticReporter;
import org.c4igateway.topics.mtf.source.EndingLines;
import org.c4igateway.topics.mtf.source.LineCursor;
import org.c4igateway.topics.mtf.source.PageLines;
import org.c4igateway.topics.mtf.source.SetKey;
import org.c4igateway.topics.mtf.source.SetStart;

/** Decides whether a '//' ends a set, and leaves the cursor where the next set starts. One parse, one thread. */
final class EndMark {
    private final byte[] bytes;
    private final LineCursor cursor;
    private final DiagnosticReporter diagnosticReporter;
    private final SetStart ahead;
    private final FollowingLine following;

    EndMark(byte[] bytes, LineCursor cursor, DiagnosticReporter diagnosticReporter, PageLines pages) {
        this.bytes = bytes;
        this.cursor = cursor;
        this.diagnosticReporter = diagnosticReporter;
        this.ahead = new SetStart(bytes);
        this.following = new FollowingLine(bytes, pages);
    }

    /**
     * Whether the '//' before {@code after} ends a formatted set. When it does, the cursor stands on the next line or
     * on the next set in this line. When not, nothing has moved and {@code inside} has been reported.
     */
    boolean ends(int after, MtfRule inside) {
        int p = skipBlanks(after);
        if (p == cursor.end()) {
            atLineEnd(after, p);
            return true;
        }
        if (startsCommonSet(p)) {
            onSameLine(p);
            return true;
        }
        if (p > after && !hasSlash(p)) {
            ignoreRest(p);
            return true;
        }
        reportInside(after, inside);
        return false;
    }

    /**
     * Whether the '//' before {@code after} ends a free text set: the next line that holds anything begins a set or is
     * the end of the message, or a set of the common ones follows on the same line. When not, the text goes on. Cursor
     * and reports as for {@link #ends}.
     */
    boolean endsText(int after) {
        int p = skipBlanks(after);
        if (p == cursor.end()) {
            if (following.isText(cursor)) {
                diagnosticReporter.add(
                        MtfRule.TEXT_DOUBLE_SLASH, after - 2, "'//' ends a set, but the next line begins none");
                return false;
            }
            atLineEnd(after, p);
            return true;
        }
        if (startsCommonSet(p)) {
            onSameLine(p);
            return true;
        }
        if (EndingLines.isEnding(bytes, p, cursor.end())) {
            ignoreRest(p);
            return true;
        }
        reportInside(after, MtfRule.TEXT_DOUBLE_SLASH);
        return false;
    }

    private void atLineEnd(int after, int end) {
        if (end > after) {
            diagnosticReporter.add(MtfRule.SET_TRAILING_BLANKS, after, "blanks after '//'");
        }
        cursor.advance();
    }

    private void onSameLine(int at) {
        diagnosticReporter.add(MtfRule.SET_SAME_LINE, at, "a set starts on the line on which another ends");
        cursor.resumeAt(at);
    }

    private void ignoreRest(int at) {
        diagnosticReporter.add(MtfRule.SET_TEXT_AFTER_END, at, "text after '//' is ignored");
        cursor.advance();
    }

    private void reportInside(int after, MtfRule inside) {
        int slash = after - 2;
        boolean address = slash > cursor.start() && bytes[slash - 1] == ':';
        String text = "'//' ends a set and must end the line";
        if (address) {
            text = "'//' of a web address would end the set; leave out the 'https://'";
        } else if (inside == MtfRule.FIELD_DOUBLE_SLASH) {
            text = "'//' in the middle of a line; an empty field is written '/-/'";
        }
        diagnosticReporter.add(inside, slash, text);
    }

    private boolean startsCommonSet(int p) {
        return ahead.match(cursor, p) == SetStart.Shape.LINEAR
                && (ahead.contentStart() < cursor.end() || p + 3 < ahead.idEnd())
                && SetKey.isCommon(ahead.key());
    }

    private boolean hasSlash(int from) {
        for (int i = from; i < cursor.end(); i++) {
            if (bytes[i] == '/') {
                return true;
            }
        }
        return false;
    }

    private int skipBlanks(int from) {
        int p = from;
        while (p < cursor.end() && ByteClass.isBlank(bytes[p])) {
            p++;
        }
        return p;
    }
}
