package org.c4igateway.dbbridge.filter;

/**
 * A text is not a valid expression, or it uses a name that no message has. The exception's message shows what and
 * where.
 */
final class FilterSyntaxException extends Exception {
    private static final long serialVersionUID = 1L;

    FilterSyntaxException(String message) {
        super(message);
    }
}
