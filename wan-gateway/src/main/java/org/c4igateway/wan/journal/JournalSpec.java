package org.c4igateway.wan.journal;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Where a link's journal is and how much it may hold.
 *
 * @param directory is made when it does not exist; each link has a file of its own there
 * @param bounds of what waits
 */
public record JournalSpec(Path directory, JournalBounds bounds) {
    public JournalSpec {
        Objects.requireNonNull(directory);
        Objects.requireNonNull(bounds);
    }

    /** The file of a link. */
    public Path file(String link) {
        return directory.resolve(link + ".journal");
    }
}
