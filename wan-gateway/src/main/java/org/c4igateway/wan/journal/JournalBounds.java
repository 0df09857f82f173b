package org.c4igateway.wan.journal;

/**
 * Bounds of a journal.
 *
 * @param bytes most bytes on disk, not counting what the form of the file adds
 * @param ageNanos a record that has waited for longer is given up
 * @param memoryBytes most bytes in memory of what is not on disk
 */
public record JournalBounds(long bytes, long ageNanos, long memoryBytes) {
    /** None. */
    public static final JournalBounds NONE = new JournalBounds(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

    public JournalBounds {
        if (bytes < 1 || ageNanos < 1 || memoryBytes < 1) {
            throw new IllegalArgumentException(
                    "bounds of a journal are above 0: " + bytes + ", " + ageNanos + ", " + memoryBytes);
        }
    }

    /** @return until when a record may wait, nanoseconds since the epoch; {@link Long#MAX_VALUE} for ever */
    public long until(long storedNanos) {
        return storedNanos > Long.MAX_VALUE - ageNanos ? Long.MAX_VALUE : storedNanos + ageNanos;
    }
}
