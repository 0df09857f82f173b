package org.c4igateway.topics.mtf.rule;

/**
 * One remark on a message.
 *
 * @param severity error or warning
 * @param line line from 1
 * @param column character (not byte) within the line from 1
 * @param rule stable id, see docs/reference/mtf.md
 * @param text what is wrong, for a person; control characters of the input never appear in it
 */
public record Diagnostic(Severity severity, int line, int column, String rule, String text) {

    public Diagnostic {
        if (line < 1 || column < 1) {
            throw new IllegalArgumentException("line and column start at 1: " + line + ":" + column);
        }
    }

    /** {@code FILE:LINE:COLUMN: error|warning [rule] text}. */
    public String format(String file) {
        return file + ":" + line + ":" + column + ": " + severity.label() + " [" + rule + "] " + text;
    }

    @Override
    public String toString() {
        return line + ":" + column + ": " + severity.label() + " [" + rule + "] " + text;
    }
}
