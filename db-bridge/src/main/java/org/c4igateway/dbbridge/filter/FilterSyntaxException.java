package org.c4igateway.dbbridge.filter;

/** A text is no expression, or asks for something that no message has; the message says what, and where in the text. */
final class FilterSyntaxException extends Exception {
    private static final long serialVersionUID = 1L;

    FilterSyntaxException(String message) {
        super(message);
    }
}
