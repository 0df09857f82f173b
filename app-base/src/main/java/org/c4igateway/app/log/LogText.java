package org.c4igateway.app.log;

/** Makes untrusted text safe for a log: it stays on one line and cannot control a terminal. */
final class LogText {
    private static final String FOREIGN_LINE = "\t| ";

    private LogText() {}

    /** @return {@code text} with control characters, line separators and changes of direction as escapes; tabs stay */
    static String escaped(String text) {
        int first = 0;
        while (first < text.length() && !isEscaped(text.charAt(first))) {
            first++;
        }
        if (first == text.length()) {
            return text;
        }
        StringBuilder escaped = new StringBuilder(text.length() + 16).append(text, 0, first);
        for (int i = first; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!isEscaped(c)) {
                escaped.append(c);
            } else if (c == '\n') {
                escaped.append("\\n");
            } else if (c == '\r') {
                escaped.append("\\r");
            } else {
                escaped.append(String.format("\\u%04x", (int) c));
            }
        }
        return escaped.toString();
    }

    /** @return a stack trace in which further lines of exception messages are indented behind a bar */
    static String trace(String trace) {
        StringBuilder lines = new StringBuilder(trace.length() + 16);
        boolean begun = false;
        for (String line : trace.split("\n", -1)) {
            String text = escaped(line.endsWith("\r") ? line.substring(0, line.length() - 1) : line);
            if (begun && !text.isEmpty() && !text.startsWith("\t") && !text.startsWith("Caused by: ")) {
                lines.append(FOREIGN_LINE);
            }
            begun |= !text.isEmpty();
            lines.append(text).append('\n');
        }
        return lines.substring(0, Math.max(0, lines.length() - 1));
    }

    private static boolean isEscaped(char c) {
        return (Character.isISOControl(c) && c != '\t')
                || c == '\u2028'
                || c == '\u2029'
                || (c >= '\u202a' && c <= '\u202e')
                || (c >= '\u2066' && c <= '\u2069');
    }
}
