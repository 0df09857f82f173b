package org.c4igateway.wan.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Damaged files of a journal, which are kept beside it under other names. One thread. */
final class AsideFiles {
    private static final Logger LOG = LoggerFactory.getLogger(AsideFiles.class);
    private static final int MAX_SET_ASIDE = 1_000;

    private final Path path;
    private int damaged;

    AsideFiles(Path journal) {
        this.path = journal;
    }

    /** How many files were set aside. */
    int damaged() {
        return damaged;
    }

    /**
     * Gives the file of the journal another name.
     *
     * @return that name
     * @throws org.c4igateway.core.fault.GatewayException.Fatal when it cannot be done
     */
    Path setAside(String why) {
        for (int number = 1; number <= MAX_SET_ASIDE; number++) {
            Path aside = path.resolveSibling(path.getFileName() + ".damaged-" + number);
            if (!Files.exists(aside)) {
                try {
                    Files.move(path, aside);
                } catch (IOException e) {
                    throw JournalFile.fault(
                            "the damaged journal " + path + " cannot be set aside: " + e.getMessage(), e);
                }
                damaged++;
                LOG.error("The journal {} is damaged ({}); its bytes are now in {}", path, why, aside);
                return aside;
            }
        }
        throw JournalFile.fault("more than " + MAX_SET_ASIDE + " damaged journals are beside " + path, null);
    }
}
