package org.c4igateway.topics.mtf.scan;

import org.c4igateway.topics.mtf.rule.MtfRule;
import org.c4igateway.topics.mtf.source.ByteClass;
import org.c4igateway.topics.mtf.source.DiagnosticReporter;
import org.c4igateway.topics.mtf.source.MtfSource;
import org.c4igateway.topics.mtf.source.SetKey;

/** Checks a MSGID set in any of its dialects and keeps the message name. One parse, one thread. */
public final class MsgidRules {
    private static final long[] MONTHS =
            keys("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC");
    private static final long[] QUALIFIERS =
            keys("AMP", "BLK", "CAN", "CHG", "DEV", "FIN", "FUP", "INI", "NEW", "PER", "REQ", "UPD");
    private static final int LONGEST_NAME = 19;

    private final MtfSource source;
    private final byte[] bytes;
    private final DiagnosticReporter diagnosticReporter;
    private String messageName = "";

    MsgidRules(MtfSource source, DiagnosticReporter diagnosticReporter) {
        this.source = source;
        this.bytes = source.bytes();
        this.diagnosticReporter = diagnosticReporter;
    }

    /** Message name as written, or empty. */
    String messageName() {
        return messageName;
    }

    void check(SetBuffer set) {
        if (set.cellCount() == 0 || isEmpty(set, 0)) {
            add(MtfRule.MSGID_EMPTY, set, set.start, "MSGID names no message");
            return;
        }
        int nameEnd = nameEnd(set);
        messageName = source.text(set.cellStart(0), Math.min(nameEnd, set.cellStart(0) + 2 * LONGEST_NAME));
        checkName(set, nameEnd);
        boolean comma = nameEnd < set.cellEnd(0);
        if (!comma && isLong(bytes, set)) {
            checkLayout(set, 4, 12, 5, 6);
        } else {
            checkLayout(set, 2, 6, 3, 4);
        }
    }

    private void checkLayout(SetBuffer set, int fewest, int most, int monthField, int qualifierField) {
        int count = set.cellCount();
        if (count < fewest || count > most) {
            add(
                    MtfRule.MSGID_FIELDS,
                    set,
                    set.start,
                    "MSGID has " + count + " fields; this dialect has " + fewest + " to " + most);
        }
        boolean timeAllowed = fewest == 4;
        if (isFilled(set, monthField) && !(timeAllowed && length(set, monthField) > 3)) {
            checkCode(set, monthField, MONTHS, MtfRule.MSGID_MONTH, "the month is one of JAN to DEC");
        }
        if (isFilled(set, qualifierField)) {
            checkCode(
                    set,
                    qualifierField,
                    QUALIFIERS,
                    MtfRule.MSGID_QUALIFIER,
                    "the qualifier is one of AMP BLK CAN CHG DEV FIN FUP INI NEW PER REQ UPD");
        }
    }

    private void checkCode(SetBuffer set, int field, long[] known, MtfRule rule, String text) {
        long key = SetKey.pack(bytes, set.cellStart(field), set.cellEnd(field));
        for (long candidate : known) {
            if (candidate == key) {
                return;
            }
        }
        add(rule, set, set.cellStart(field), text);
    }

    private void checkName(SetBuffer set, int nameEnd) {
        int from = set.cellStart(0);
        boolean valid = nameEnd - from >= 3 && nameEnd - from <= LONGEST_NAME;
        for (int i = from; valid && i < nameEnd; i++) {
            byte b = bytes[i];
            valid = ByteClass.isCapitalOrDigit(b) || b == ' ' || b == '.' || b == '-';
        }
        if (!valid) {
            add(MtfRule.MSGID_NAME, set, from, "a message name is 3 to 19 of A-Z, 0-9, blank, '.' and '-'");
        }
    }

    private int nameEnd(SetBuffer set) {
        for (int i = set.cellStart(0); i < set.cellEnd(0); i++) {
            if (bytes[i] == ',') {
                return i;
            }
        }
        return set.cellEnd(0);
    }

    private static boolean isLong(byte[] bytes, SetBuffer set) {
        return set.cellCount() > 1 && isStandard(bytes, set.cellStart(1), set.cellEnd(1));
    }

    /** Whether a second field names the standard instead of the originator. */
    public static boolean isStandard(byte[] bytes, int from, int to) {
        return startsWith(bytes, from, to, "APP-11(") || startsWith(bytes, from, to, "MIL-STD-6040");
    }

    private static boolean startsWith(byte[] bytes, int from, int to, String text) {
        if (to - from < text.length()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (bytes[from + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private boolean isFilled(SetBuffer set, int field) {
        return field < set.cellCount() && !isEmpty(set, field);
    }

    private boolean isEmpty(SetBuffer set, int field) {
        int length = length(set, field);
        return length == 0 || (length == 1 && bytes[set.cellStart(field)] == '-');
    }

    private static int length(SetBuffer set, int field) {
        return set.cellEnd(field) - set.cellStart(field);
    }

    private void add(MtfRule rule, SetBuffer set, int offset, String text) {
        int lineStart = source.lineStart(offset);
        int line = lineStart == set.lineStart ? set.line : source.line(offset);
        diagnosticReporter.addAt(rule, line, lineStart, offset, text);
    }

    private static long[] keys(String... codes) {
        long[] keys = new long[codes.length];
        for (int i = 0; i < codes.length; i++) {
            keys[i] = SetKey.pack(codes[i]);
        }
        return keys;
    }
}
