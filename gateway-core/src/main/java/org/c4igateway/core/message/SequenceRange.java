package org.c4igateway.core.message;

/**
 * Consecutive sequence numbers of one origin, both ends included.
 *
 * @param first lowest number
 * @param last highest number, at least {@code first}
 */
public record SequenceRange(long first, long last) {
    public SequenceRange {
        if (first < 1 || last < first) {
            throw new IllegalArgumentException("not a range: " + first + ".." + last);
        }
    }

    /** @return how many numbers the range holds */
    public long count() {
        return last - first + 1;
    }
}
