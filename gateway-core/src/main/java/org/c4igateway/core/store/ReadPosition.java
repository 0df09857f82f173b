package org.c4igateway.core.store;

import java.util.Objects;

/**
 * How far an outbox was read at one precedence. Only the outbox knows its meaning; two equal positions of the same
 * precedence have seen the same rows.
 *
 * @param token the outbox's own text, at most 8 KiB
 */
public record ReadPosition(String token) {
    /** Before the first row. */
    public static final ReadPosition START = new ReadPosition("");

    public ReadPosition {
        Objects.requireNonNull(token);
    }
}
