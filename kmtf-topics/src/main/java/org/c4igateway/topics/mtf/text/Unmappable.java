package org.c4igateway.topics.mtf.text;

/** What becomes of a character of a UTF-8 message that the encoding of an edge does not have. */
public enum Unmappable {
    /** The message is refused with the place and the name of the character. */
    REJECT,
    /** The character is written as its code point in hexadecimal: backslash, u, {XXXX}. Nothing turns that back. */
    ESCAPE
}
