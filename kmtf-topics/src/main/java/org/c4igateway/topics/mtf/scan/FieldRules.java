package org.c4igateway.topics.mtf.scan;

import org.c4igateway.topics.mtf.rule.MtfRule;
import org.c4igateway.topics.mtf.source.ByteClass;
import org.c4igateway.topics.mtf.source.DiagnosticReporter;
import org.c4igateway.topics.mtf.source.LineCursor;

/** Checks the characters and the form of one formatted field, and stores it. One parse, one thread. */
final class FieldRules {
    private static final int LONGEST_DESCRIPTOR_BYTES = 8;

    private final byte[] bytes;
    private final LineCursor cursor;
    private final DiagnosticReporter diagnosticReporter;
    private final SetBuffer set;

    FieldRules(byte[] bytes, LineCursor cursor, DiagnosticReporter diagnosticReporter, SetBuffer set) {
        this.bytes = bytes;
        this.cursor = cursor;
        this.diagnosticReporter = diagnosticReporter;
        this.set = set;
    }

    /**
     * Takes the field between {@code from} and {@code to} of a linear set, where blanks at the edges are a deviation.
     */
    void linear(int from, int to) {
        if (from < to && (ByteClass.isBlank(bytes[from]) || ByteClass.isBlank(bytes[to - 1]))) {
            trimmed(from, to, true);
        } else {
            store(from, to);
        }
    }

    /** Takes a cell of a columnar set, where blanks at the end are padding. */
    void columnar(int from, int to) {
        trimmed(from, to, from < to && ByteClass.isBlank(bytes[from]));
    }

    private void trimmed(int from, int to, boolean deviation) {
        int start = from;
        int end = to;
        while (start < end && ByteClass.isBlank(bytes[start])) {
            start++;
        }
        while (end > start && ByteClass.isBlank(bytes[end - 1])) {
            end--;
        }
        if (deviation && start < end) {
            diagnosticReporter.add(MtfRule.FIELD_EDGE_BLANK, from, "a field starts or ends with a blank");
        }
        store(start, end);
    }

    private void store(int from, int to) {
        if (from == to) {
            diagnosticReporter.add(MtfRule.FIELD_EMPTY, from, "empty field; write '-'");
        } else {
            checkDescriptor(from, to);
            if (cursor.has(ByteClass.EXTENDED | ByteClass.HIGH)) {
                checkCharacters(from, to);
            }
        }
        keep(from, to);
    }

    /** Takes an empty field about which enough has been said. */
    void blank(int at) {
        keep(at, at);
    }

    private void keep(int from, int to) {
        if (!set.add(from, to)) {
            diagnosticReporter.add(MtfRule.LIMIT_FIELDS, from, "more fields in a set than the limit");
        }
    }

    private void checkDescriptor(int from, int to) {
        int limit = Math.min(to, from + LONGEST_DESCRIPTOR_BYTES + 1);
        int p = from;
        while (p < limit && ByteClass.isCapitalOrDigit(bytes[p])) {
            p++;
        }
        if (p == from || p == limit || bytes[p] != ':') {
            return;
        }
        boolean hyphen = to - p == 2 && bytes[p + 1] == '-';
        if (p + 1 == to || hyphen) {
            diagnosticReporter.add(
                    MtfRule.FIELD_EMPTY_DESCRIPTOR,
                    from,
                    "a descriptor is left out when its field is empty; write '-'");
        }
    }

    private void checkCharacters(int from, int to) {
        boolean extended = !diagnosticReporter.wants(MtfRule.FIELD_EXTENDED);
        for (int p = from; p < to; p++) {
            int c = ByteClass.of(bytes[p]);
            if (c == ByteClass.HIGH) {
                diagnosticReporter.add(MtfRule.FIELD_CHARSET, p, "character beyond ASCII in a formatted field");
                return;
            }
            if (c == ByteClass.EXTENDED && !extended) {
                diagnosticReporter.add(
                        MtfRule.FIELD_EXTENDED, p, "'" + (char) bytes[p] + "' is not in the basic character set");
                extended = true;
            }
        }
    }
}
