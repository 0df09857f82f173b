package org.c4igateway.topics.mtf.source;

import org.c4igateway.topics.mtf.rule.MtfRule;

/** Recognises 'PAGE nn' lines and reports them. One parse, one thread. */
public final class PageLines {
    private static final int SHORTEST_ROUTING_BYTES = 6;

    private final byte[] bytes;
    private final DiagnosticReporter diagnosticReporter;

    public PageLines(MtfSource source, DiagnosticReporter diagnosticReporter) {
        this.bytes = source.bytes();
        this.diagnosticReporter = diagnosticReporter;
    }

    /**
     * Whether the cursor's line is a page line. In free text only one that holds nothing else, or a routing indicator
     * after the number, since 'PAGE 3 OF THE ANNEX' is text there. Blanks at its end count as nothing.
     */
    public boolean isPage(LineCursor line, boolean inFreeText) {
        int start = line.start();
        int end = line.end();
        while (end > start && ByteClass.isBlank(bytes[end - 1])) {
            end--;
        }
        if (end - start < 6 || bytes[start] != 'P' || !line.startsWith("PAGE ")) {
            return false;
        }
        int p = start + 5;
        while (p < end && ByteClass.isDigit(bytes[p])) {
            p++;
        }
        boolean numbered = p > start + 5 && (p == end || bytes[p] == ' ');
        return numbered && (!inFreeText || p == end || isRouting(p + 1, end));
    }

    private boolean isRouting(int from, int limit) {
        int p = from;
        while (p < limit && ByteClass.isCapitalOrDigit(bytes[p])) {
            p++;
        }
        return p - from >= SHORTEST_ROUTING_BYTES && bytes[from] == 'R';
    }

    public void record(LineCursor line) {
        diagnosticReporter.add(MtfRule.PAGE_INTERRUPTION, line.start(), "page line, not part of the text");
    }
}
