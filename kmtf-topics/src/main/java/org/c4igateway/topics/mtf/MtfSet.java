package org.c4igateway.topics.mtf;

/**
 * One set of the main text. Sets are immutable views into the bytes of their message; strings are made on demand. Two
 * sets are equal when they say the same: layout, trailing empty fields and line ends do not count.
 */
public abstract sealed class MtfSet permits LinearSet, ColumnarSet, FreeTextSet {
    final SetView view;

    MtfSet(SetView view) {
        this.view = view;
    }

    /** Whether a set may have this identifier. */
    public static boolean isIdentifier(String id) {
        return SetNames.FREE_TEXT.contains(id) || SetNames.isLinear(id) || SetNames.isColumnar(id);
    }

    /** Set identifier, such as MSGID or 1AMMOH. */
    public final String id() {
        return view.id();
    }

    /** Line of the identifier, from 1. */
    public final int line() {
        return view.line();
    }

    /** Offset of the identifier's first byte in the message. */
    public final int offset() {
        return view.start();
    }

    /** Offset after the end mark. */
    public final int endOffset() {
        return view.end();
    }

    /** The bytes of the set as they stood, end mark included; a copy. */
    public final byte[] raw() {
        return view.raw();
    }
}
