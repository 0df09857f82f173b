package org.c4igateway.topics.mtf.rule;

/**
 * Bounds that hold whatever the input is.
 *
 * @param messageBytes longest message looked at; a longer one is refused unread
 * @param sets most sets of one message
 * @param setBytes longest set, id and end mark included
 * @param fieldsPerSet most fields (columnar: cells) of one set
 * @param diagnostics most diagnostics kept; further ones are counted only
 */
public record ParseLimits(int messageBytes, int sets, int setBytes, int fieldsPerSet, int diagnostics) {

    public ParseLimits {
        if (messageBytes < 1 || sets < 1 || setBytes < 1 || fieldsPerSet < 1 || diagnostics < 1) {
            throw new IllegalArgumentException("every parse limit is at least 1");
        }
    }

    /** 16 MiB, 20,000 sets of at most 1 MiB and 10,000 fields, 100 diagnostics. */
    public static ParseLimits defaults() {
        return new ParseLimits(16 << 20, 20_000, 1 << 20, 10_000, 100);
    }
}
