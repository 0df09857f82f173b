package org.c4igateway.topics.mtf.scan;

import java.util.Arrays;
import org.c4igateway.topics.mtf.rule.MtfRule;
import org.c4igateway.topics.mtf.source.DiagnosticReporter;
import org.c4igateway.topics.mtf.source.LineCursor;
import org.c4igateway.topics.mtf.source.MtfSource;

/** Reads one columnar set: identifier line, header line, rows. One parse, one thread. */
final class ColumnarScan {
    private final MtfSource source;
    private final byte[] bytes;
    private final LineCursor cursor;
    private final DiagnosticReporter diagnosticReporter;
    private final SetBuffer set;
    private final FieldRules fields;
    private final EndMark endMark;
    private final SetContinuation continuation;
    private int[] headerColumns = new int[16];
    private int headerCount;
    private int rowLine;
    private int rowStart;
    private int columnOffset;
    private int column;

    ColumnarScan(
            MtfSource source,
            LineCursor cursor,
            DiagnosticReporter diagnosticReporter,
            SetBuffer set,
            EndMark endMark,
            SetContinuation continuation) {
        this.source = source;
        this.bytes = source.bytes();
        this.cursor = cursor;
        this.diagnosticReporter = diagnosticReporter;
        this.set = set;
        this.fields = new FieldRules(bytes, cursor, diagnosticReporter, set);
        this.endMark = endMark;
        this.continuation = continuation;
    }

    /** The cursor is on the line of the identifier; afterwards it is behind the set. */
    void scan() {
        headerCount = 0;
        int p = set.contentStart;
        if (p < cursor.end()) {
            if (isEndMark(p)) {
                set.end = p + 2;
                if (endMark.ends(p + 2, MtfRule.FIELD_DOUBLE_SLASH)) {
                    return;
                }
                p++;
            }
            diagnosticReporter.add(MtfRule.COLUMNAR_LAYOUT, p, "a columnar set identifier stands alone on its line");
            if (row(p)) {
                return;
            }
        }
        rows();
    }

    private void rows() {
        while (true) {
            int number = cursor.number();
            int lineStart = cursor.start();
            int lineEnd = cursor.end();
            set.end = lineEnd;
            if (continuation.next(false) != SetContinuation.Next.FIELD_MARK) {
                diagnosticReporter.addAt(
                        MtfRule.SET_UNTERMINATED, number, lineStart, lineEnd, "no '//' before the next set or the end");
                return;
            }
            if (row(cursor.at())) {
                return;
            }
        }
    }

    /** Reads the row that starts with the mark at {@code from}; true when the set has ended. */
    private boolean row(int from) {
        boolean header = set.rowCount() == 0;
        rowLine = cursor.number();
        rowStart = cursor.start();
        columnOffset = rowStart;
        column = 1;
        int p = from;
        int cell = 0;
        while (p < cursor.end()) {
            if (isEndMark(p)) {
                set.end = p + 2;
                if (endMark.ends(p + 2, MtfRule.FIELD_DOUBLE_SLASH)) {
                    endRow(header, cell);
                    return true;
                }
                checkColumn(header, cell, p);
                fields.blank(p + 1);
                p++;
            } else {
                checkColumn(header, cell, p);
                p = cell(p + 1);
            }
            cell++;
        }
        endRow(header, cell);
        return false;
    }

    private void endRow(boolean header, int cells) {
        if (cells > 0) {
            set.endRow();
        } else if (header) {
            diagnosticReporter.addAt(MtfRule.COLUMNAR_HEADER, set.line, set.lineStart, set.start, "no header line");
        }
        if (!header && cells > headerCount) {
            diagnosticReporter.addAt(
                    MtfRule.COLUMNAR_CELLS,
                    rowLine,
                    rowStart,
                    rowStart,
                    "a row has " + cells + " cells under " + headerCount + " headers");
        }
    }

    private int cell(int from) {
        int to = from;
        while (to < cursor.end() && bytes[to] != '/') {
            to++;
        }
        fields.columnar(from, to);
        return to;
    }

    private void checkColumn(boolean header, int cell, int mark) {
        column += MtfSource.characters(bytes, columnOffset, mark, source.encoding());
        columnOffset = mark;
        if (header) {
            if (cell == headerColumns.length) {
                headerColumns = Arrays.copyOf(headerColumns, cell * 2);
            }
            headerColumns[cell] = column;
            headerCount = cell + 1;
        } else if (cell < headerCount && headerColumns[cell] != column) {
            diagnosticReporter.add(
                    MtfRule.COLUMNAR_ALIGNMENT,
                    mark,
                    "cell " + (cell + 1) + " starts at column " + column + ", its header at " + headerColumns[cell]);
        }
    }

    private boolean isEndMark(int p) {
        return p + 1 < cursor.end() && bytes[p] == '/' && bytes[p + 1] == '/';
    }
}
