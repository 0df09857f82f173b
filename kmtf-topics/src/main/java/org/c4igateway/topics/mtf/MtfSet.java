package org.c4igateway.topics.mtf;

/**
 * One set of the main text. Sets are immutable views into the bytes of their message; strings are made on demand. Two
 * sets are equal when they say the same: layout, trailing empty fields and line ends do not count.
 */
public sealed interface MtfSet permits LinearSet, ColumnarSet, FreeTextSet {

    /** Whether a set may have this identifier. */
    static boolean isIdentifier(String id) {
        return SetNames.FREE_TEXT.contains(id) || SetNames.isLinear(id) || SetNames.isColumnar(id);
    }

    /** Set identifier, such as MSGID or 1AMMOH. */
    String id();

    /** Line of the identifier, from 1. */
    int line();

    /** Offset of the identifier's first byte in the message. */
    int offset();

    /** Offset after the end mark. */
    int endOffset();

    /** The bytes of the set as they stood, end mark included; a copy. */
    byte[] raw();
}
