package org.c4igateway.topics.mtf;

import java.util.ArrayList;
import java.util.List;

/** Recognises 'PAGE nn' lines and keeps them. One parse, one thread. */
final class PageLines {
    private static final int KEPT = 1_000;
    private static final int SHORTEST_ROUTING_BYTES = 6;

    private final MtfSource source;
    private final byte[] bytes;
    private final Reporter reporter;
    private final List<PageBreak> found = new ArrayList<>(0);

    PageLines(MtfSource source, Reporter reporter) {
        this.source = source;
        this.bytes = source.bytes();
        this.reporter = reporter;
    }

    /**
     * Whether the cursor's line is a page line. In free text only one that holds nothing else, or a routing indicator
     * after the number, since 'PAGE 3 OF THE ANNEX' is text there.
     */
    boolean isPage(LineCursor line, boolean inFreeText) {
        int start = line.start();
        if (line.end() - start < 6 || bytes[start] != 'P' || !line.startsWith("PAGE ")) {
            return false;
        }
        int p = start + 5;
        while (p < line.end() && ByteClass.isDigit(bytes[p])) {
            p++;
        }
        boolean numbered = p > start + 5 && (p == line.end() || bytes[p] == ' ');
        return numbered && (!inFreeText || p == line.end() || isRouting(p + 1, line.end()));
    }

    private boolean isRouting(int from, int limit) {
        int p = from;
        while (p < limit && ByteClass.isCapitalOrDigit(bytes[p])) {
            p++;
        }
        return p - from >= SHORTEST_ROUTING_BYTES && bytes[from] == 'R';
    }

    void record(LineCursor line) {
        reporter.add(MtfRule.PAGE_INTERRUPTION, line.start(), "page line, not part of the text");
        if (found.size() < KEPT) {
            found.add(new PageBreak(line.number(), source.text(line.start(), line.end())));
        }
    }

    List<PageBreak> all() {
        return List.copyOf(found);
    }
}
