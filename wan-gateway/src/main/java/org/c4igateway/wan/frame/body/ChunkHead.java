package org.c4igateway.wan.frame.body;

/**
 * The head of one chunk, relative to the heads before it.
 *
 * @param form 0 text only, 1 new context, n &gt; 1 context n - 2 of the body
 * @param begins whether the record begins here; always when the form is not 0
 * @param ends whether the record ends here
 * @param textBytes length of its text
 * @param contextBytes length of the new context, 0 unless the form is 1
 * @param differences of its numbers to those before
 * @param expected the differences that came last, which these are coded relative to
 */
record ChunkHead(
        int form, boolean begins, boolean ends, int textBytes, int contextBytes, long[] differences, long[] expected) {
    /** Most chunks of a body. */
    static final int MOST = 4_096;

    static final int OPAQUE = 0;
    static final int NEW_CONTEXT = 1;
    static final int FIRST_CONTEXT = 2;
    private static final long[] NONE = {};

    /** Text of a record that has no front, or not here. */
    static ChunkHead opaque(boolean begins, boolean ends, int textBytes) {
        return new ChunkHead(OPAQUE, begins, ends, textBytes, 0, NONE, NONE);
    }

    /** The same chunk cut short. */
    ChunkHead cutTo(int shorterText) {
        return new ChunkHead(form, begins, false, shorterText, contextBytes, differences, expected);
    }

    void write(HeadCode code) {
        code.form(form);
        code.ends(ends);
        if (form == OPAQUE) {
            code.begins(begins);
        }
        code.number(textBytes, HeadCode.TEXT);
        if (form == NEW_CONTEXT) {
            code.count(differences.length);
            code.number(contextBytes, HeadCode.CONTEXT);
        }
        for (int i = 0; i < differences.length; i++) {
            code.difference(differences[i], expected[i], HeadCode.FIRST_NUMBER + i);
        }
    }
}
