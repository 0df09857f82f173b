package org.c4igateway.topics.mtf.scan;

import org.c4igateway.topics.mtf.rule.MtfRule;
import org.c4igateway.topics.mtf.source.ByteClass;
import org.c4igateway.topics.mtf.source.DiagnosticReporter;
import org.c4igateway.topics.mtf.source.LineCursor;
import org.c4igateway.topics.mtf.source.SetKey;
import org.c4igateway.topics.mtf.source.SetStart;

/** Decides whether a '//' ends a set, and leaves the cursor where the next set starts. One parse, one thread. */
final class EndMark {
    private final byte[] bytes;
    private final LineCursor cursor;
    private final DiagnosticReporter diagnosticReporter;
    private final SetStart ahead;

    EndMark(byte[] bytes, LineCursor cursor, DiagnosticReporter diagnosticReporter) {
        this.bytes = bytes;
        this.cursor = cursor;
        this.diagnosticReporter = diagnosticReporter;
        this.ahead = new SetStart(bytes);
    }

    /**
     * Whether the '//' before {@code after} ends the set. When it does, the cursor stands on the next line or on the
     * next set in this line. When not, nothing has moved and {@code inside} has been reported.
     */
    boolean ends(int after, MtfRule inside) {
        int p = skipBlanks(after);
        if (p == cursor.end()) {
            if (p > after) {
                diagnosticReporter.add(MtfRule.SET_TRAILING_BLANKS, after, "blanks after '//'");
            }
            cursor.advance();
            return true;
        }
        if (startsCommonSet(p)) {
            diagnosticReporter.add(MtfRule.SET_SAME_LINE, p, "a set starts on the line on which another ends");
            cursor.resumeAt(p);
            return true;
        }
        if (p > after && !hasSlash(p)) {
            diagnosticReporter.add(MtfRule.SET_TEXT_AFTER_END, p, "text after '//' is ignored");
            cursor.advance();
            return true;
        }
        reportInside(after, inside);
        return false;
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
        return ahead.match(cursor, p) == SetStart.Shape.LINEAR && p + 3 < cursor.end() && SetKey.isCommon(ahead.key());
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
