package org.c4igateway.topics.mtf.source;

import org.c4igateway.topics.mtf.rule.DiagnosticLog;
import org.c4igateway.topics.mtf.rule.MtfRule;

/**
 * Turns offsets into line and column for the diagnostic log; remembers the last column so that long lines stay cheap.
 * One parse, one thread.
 */
public final class DiagnosticReporter {
    private final MtfSource source;
    private final LineCursor cursor;
    private final DiagnosticLog log;
    private int lastLineStart = -1;
    private int lastOffset;
    private int lastCharacters;

    public DiagnosticReporter(MtfSource source, LineCursor cursor, DiagnosticLog log) {
        this.source = source;
        this.cursor = cursor;
        this.log = log;
    }

    /** Reports at an offset in the cursor's line. */
    public void add(MtfRule rule, int offset, String text) {
        addAt(rule, cursor.number(), cursor.start(), offset, text);
    }

    /** Reports at an offset in the line that starts at {@code lineStart}. */
    public void addAt(MtfRule rule, int line, int lineStart, int offset, String text) {
        if (log.wants(rule) && !log.saturated(rule)) {
            log.add(rule, Math.max(1, line), log.full() ? 1 : column(lineStart, offset), text);
        }
    }

    private int column(int lineStart, int offset) {
        if (lineStart != lastLineStart || offset < lastOffset) {
            lastLineStart = lineStart;
            lastOffset = lineStart;
            lastCharacters = 0;
        }
        lastCharacters += MtfSource.characters(source.bytes(), lastOffset, offset, source.encoding());
        lastOffset = offset;
        return lastCharacters + 1;
    }

    public boolean wants(MtfRule rule) {
        return log.wants(rule);
    }

    /** Another report of this rule would neither be shown nor change the verdict or the rules that were found. */
    boolean saturated(MtfRule rule) {
        return log.saturated(rule);
    }
}
