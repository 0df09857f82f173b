package org.c4igateway.wan.journal;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Where a link's journal is and how much it may hold. The link's queue bounds its records and bytes.
 *
 * @param directory is made when it does not exist; each link has a file of its own there
 * @param bounds of what waits
 */
public record JournalSpec(Path directory, Bounds bounds) {
    public JournalSpec {
        Objects.requireNonNull(directory);
        Objects.requireNonNull(bounds);
    }

    /** The file of a link. */
    public Path file(String link) {
        return directory.resolve(link + ".journal");
    }

    /**
     * Looks whether a link's journal could be opened, or opened again. A missing directory is made.
     *
     * @throws org.c4igateway.core.fault.GatewayException.Fatal when file or directory cannot be used
     */
    public void check(String link) {
        new JournalFile(file(link), "").prepare();
    }

    /**
     * Bounds of what waits.
     *
     * @param ageNanos a record that has waited for longer is given up
     * @param memoryBytes most bytes in memory of what is not on disk
     */
    public record Bounds(long ageNanos, long memoryBytes) {
        /** None. */
        public static final Bounds NONE = new Bounds(Long.MAX_VALUE, Long.MAX_VALUE);

        public Bounds {
            if (ageNanos < 1 || memoryBytes < 1) {
                throw new IllegalArgumentException("bounds of a journal are above 0: " + ageNanos + ", " + memoryBytes);
            }
        }

        /** @return until when a record may wait, nanoseconds since the epoch; {@link Long#MAX_VALUE} for no limit */
        public long until(long storedNanos) {
            return storedNanos > Long.MAX_VALUE - ageNanos ? Long.MAX_VALUE : storedNanos + ageNanos;
        }
    }
}
