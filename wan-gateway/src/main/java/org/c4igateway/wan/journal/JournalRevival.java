package org.c4igateway.wan.journal;

import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.wan.journal.JournalStore.StoreFault;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the file of a journal again that rests since the disk has refused. Only one store may have the file for
 * writing, so while it is opened, which takes the longer the more it holds, its records are away. So the file is left
 * alone while the disk does not even take a small one. Runs on the writer's thread and keeps the journal's owner
 * waiting only briefly.
 */
final class JournalRevival {
    private static final Logger LOG = LoggerFactory.getLogger(JournalRevival.class);

    private JournalRevival() {}

    /** Blocks until the journal works again or the disk has refused. */
    static void run(DiskJournal journal, JournalFile file) {
        if (!journal.isResting()) {
            return;
        }
        JournalStore open = null;
        try {
            file.probe();
            journal.letGo();
            open = file.open().store();
            open.repeat(journal.unconfirmed());
            open.commit(true);
            journal.resumed(open);
            LOG.info("The journal {} works again", file.path());
        } catch (StoreFault | GatewayException e) {
            LOG.debug("{} is not opened again", file.path(), e);
            leave(journal, open);
        }
    }

    private static void leave(DiskJournal journal, @Nullable JournalStore open) {
        if (open != null) {
            open.abandon();
        }
        journal.readAgain();
    }
}
