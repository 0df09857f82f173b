package org.c4igateway.topics.mtf.scan;

import org.c4igateway.topics.mtf.rule.MtfRule;
import org.c4igateway.topics.mtf.source.DiagnosticReporter;
import org.c4igateway.topics.mtf.source.LineCursor;
import org.c4igateway.topics.mtf.source.SetKey;

/** Reads one linear set from its identifier to its end. One parse, one thread. */
final class LinearScan {
    private final byte[] bytes;
    private final LineCursor cursor;
    private final DiagnosticReporter diagnosticReporter;
    private final SetBuffer set;
    private final FieldRules fields;
    private final EndMark endMark;
    private final SetContinuation continuation;

    LinearScan(
            byte[] bytes,
            LineCursor cursor,
            DiagnosticReporter diagnosticReporter,
            SetBuffer set,
            EndMark endMark,
            SetContinuation continuation) {
        this.bytes = bytes;
        this.cursor = cursor;
        this.diagnosticReporter = diagnosticReporter;
        this.set = set;
        this.fields = new FieldRules(bytes, cursor, diagnosticReporter, set);
        this.endMark = endMark;
        this.continuation = continuation;
    }

    /** The cursor is on the line of the identifier; afterwards it is behind the set. */
    void scan() {
        int p = set.contentStart;
        while (p >= 0) {
            p = p < cursor.end() ? atMark(p) : atLineEnd(false);
        }
    }

    /** At a '/'. Returns where to go on, or -1 when the set has ended. */
    private int atMark(int mark) {
        int limit = cursor.end();
        int from = mark + 1;
        if (from < limit && bytes[from] == '/') {
            set.end = from + 1;
            if (endMark.ends(from + 1, MtfRule.FIELD_DOUBLE_SLASH)) {
                return -1;
            }
            fields.blank(from);
            return from;
        }
        if (from == limit) {
            return atLineEnd(true);
        }
        return field(from);
    }

    private int field(int from) {
        int limit = cursor.end();
        byte[] b = bytes;
        int to = from;
        while (to < limit && b[to] != '/') {
            to++;
        }
        fields.linear(from, to);
        set.end = to;
        return to;
    }

    private int atLineEnd(boolean markOpen) {
        int lineEnd = cursor.end();
        set.end = lineEnd;
        int number = cursor.number();
        int lineStart = cursor.start();
        return switch (continuation.next(markOpen)) {
            case FIELD_MARK -> markOpen ? afterOpenMark() : cursor.at();
            case FIELD_CONTENT -> field(cursor.at());
            case TEXT -> {
                if (set.cellCount() > 0 && !isGold()) {
                    yield wrapped();
                }
                unterminated(number, lineStart, lineEnd);
                yield -1;
            }
            case NONE -> {
                unterminated(number, lineStart, lineEnd);
                yield -1;
            }
        };
    }

    /** The last field of the line before goes on in this line. */
    private int wrapped() {
        int from = cursor.start();
        diagnosticReporter.add(
                MtfRule.FIELD_WRAPPED, from, "a field continues in this line; break lines only before a '/'");
        int to = from;
        while (to < cursor.end() && bytes[to] != '/') {
            to++;
        }
        set.extendLast(to);
        set.end = to;
        return to;
    }

    private boolean isGold() {
        return set.key == SetKey.MSGID && GoldDialect.follows(cursor);
    }

    /** The line before ended with '/', and this one starts with '/': a split end mark, or an empty field. */
    private int afterOpenMark() {
        int mark = cursor.at();
        if (mark + 1 == cursor.end()) {
            diagnosticReporter.add(MtfRule.SET_SPLIT_END, mark, "'//' is split over two lines");
            set.end = mark + 1;
            cursor.advance();
            return -1;
        }
        fields.blank(mark);
        diagnosticReporter.add(MtfRule.FIELD_EMPTY, mark, "empty field at the end of the line before; write '-'");
        return mark;
    }

    private void unterminated(int number, int lineStart, int lineEnd) {
        if (isGold()) {
            set.gold = true;
            return;
        }
        diagnosticReporter.addAt(
                MtfRule.SET_UNTERMINATED, number, lineStart, lineEnd, "no '//' before the next set or the end");
    }
}
