package org.c4igateway.wan.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.c4igateway.wan.journal.JournalStore.StoreFault;

/** Asks a disk whether it takes writes, without touching the journal. */
final class DiskProbe {
    private static final int BYTES = 65_536;

    private DiskProbe() {}

    /**
     * Writes a small file beside a journal, and removes it. Blocks on the disk.
     *
     * @param scheme as of the journal's file
     * @throws StoreFault when the disk refuses
     */
    static void write(Path journal, String scheme) {
        Path probe = journal.resolveSibling(journal.getFileName() + ".probe");
        try {
            Files.deleteIfExists(probe);
            OwnerOnly.createFile(probe);
            try {
                JournalStore store = JournalStore.open(scheme + probe, false);
                try {
                    store.note("probe", new byte[BYTES]);
                    store.commit(true);
                } finally {
                    store.abandon();
                }
            } finally {
                Files.deleteIfExists(probe);
            }
        } catch (IOException e) {
            throw StoreFault.ofWriting(e);
        }
    }
}
