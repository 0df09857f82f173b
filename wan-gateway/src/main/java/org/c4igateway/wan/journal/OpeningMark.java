package org.c4igateway.wan.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says beside a journal how often the process ended while it opened the file: a damaged file may ask for more memory
 * than there is, and the JVM of a service ends then. Without the mark each start would end in the same way. One thread.
 */
final class OpeningMark {
    private static final Logger LOG = LoggerFactory.getLogger(OpeningMark.class);

    private final Path file;

    OpeningMark(Path journal) {
        this.file = journal.resolveSibling(journal.getFileName() + ".opening");
    }

    /** Notes one more attempt. @return how many before it have not ended; 0 when the disk does not tell */
    int begin() {
        int before = before();
        try {
            if (!Files.exists(file)) {
                OwnerOnly.createFile(file);
            }
            Files.writeString(file, Integer.toString(before + 1));
        } catch (IOException e) {
            LOG.debug("{} cannot be written", file, e);
        }
        return before;
    }

    private int before() {
        try {
            return Files.exists(file) ? Math.max(0, Integer.parseInt(Files.readString(file))) : 0;
        } catch (IOException | NumberFormatException e) {
            LOG.debug("{} cannot be read", file, e);
            return 0;
        }
    }

    /** The attempt has ended, well or not. */
    void end() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.debug("{} cannot be deleted", file, e);
        }
    }
}
