package org.c4igateway.topics.mtf.source;

/** Walks over the lines of a message once, classifying bytes on the way. One parse, one thread. */
public final class LineCursor {
    private final byte[] bytes;
    private final int limit;
    private LineObserver observer = _ -> {};
    private int longestUnobservedBytes = Integer.MAX_VALUE;
    private int next;
    private int number;
    private int start;
    private int end;
    private int flags;
    private int at;
    private boolean atEnd;

    public LineCursor(byte[] bytes, int from) {
        this.bytes = bytes;
        this.limit = bytes.length;
        this.next = from;
        this.start = from;
        this.end = from;
    }

    /** Called once for each line that is long or contains more than printable ASCII, before the line is parsed. */
    interface LineObserver {
        void suspect(LineCursor line);
    }

    public void observe(LineObserver newObserver) {
        observer = newObserver;
    }

    /** Lines with more bytes than this are shown to the observer. */
    void observeLinesLongerThan(int bytesPerLine) {
        longestUnobservedBytes = bytesPerLine;
    }

    /** Goes to the next line; false at the end of the message, where the current line is empty. */
    public boolean advance() {
        if (next >= limit) {
            start = limit;
            end = limit;
            at = limit;
            flags = 0;
            number += atEnd ? 0 : 1;
            atEnd = true;
            return false;
        }
        start = next;
        at = next;
        number++;
        int p = next;
        int seen = 0;
        byte[] b = bytes;
        int c;
        while (p < limit && (c = ByteClass.of(b[p])) >= 0) {
            seen |= c;
            p++;
        }
        next = p + 1;
        end = p;
        flags = seen;
        if ((seen & ByteClass.CARRIAGE_RETURN) != 0) {
            dropCarriageReturns();
        }
        if (end - start > longestUnobservedBytes || (flags & CharacterCheck.SUSPECT) != 0) {
            observer.suspect(this);
        }
        return true;
    }

    /** CR LF and the CR CR LF of teletype procedures are one line end. */
    private void dropCarriageReturns() {
        while (end > start && bytes[end - 1] == '\r') {
            end--;
        }
        for (int i = start; i < end; i++) {
            if (bytes[i] == '\r') {
                return;
            }
        }
        flags &= ~ByteClass.CARRIAGE_RETURN;
    }

    public boolean atEnd() {
        return atEnd;
    }

    /** Line number from 1. */
    public int number() {
        return number;
    }

    public int start() {
        return start;
    }

    /** Offset in the line from which nothing has been read yet: its start, or behind a set that ended on it. */
    public int at() {
        return at;
    }

    /** The rest of the line, from {@code offset}, is still to be read. */
    public void resumeAt(int offset) {
        at = offset;
    }

    /** Offset after the last byte of the line, its line end left out. */
    public int end() {
        return end;
    }

    /** Offset of the next line. */
    public int next() {
        return Math.min(next, limit);
    }

    public boolean has(int classes) {
        return (flags & classes) != 0;
    }

    public boolean isBlank() {
        int p = start;
        while (p < end && ByteClass.isBlank(bytes[p])) {
            p++;
        }
        return p == end;
    }

    /** First byte of the next line, or 0 when there is none. */
    byte peekNext() {
        return next < limit ? bytes[next] : 0;
    }

    public boolean startsWith(String text) {
        if (end - start < text.length()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (bytes[start + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
