package org.c4igateway.wan.journal;

import java.nio.file.Path;

/** A journal's file through several lives; it is written when told to. */
public final class KillableJournal {
    private final Path path;
    private final JournalBounds bounds;
    private JournalDisk disk;
    private DiskJournal journal;

    /** @param path of the file */
    public KillableJournal(Path path, JournalBounds bounds) {
        this.path = path;
        this.bounds = bounds;
        this.disk = disk();
        this.journal = DiskJournal.open(new JournalFile(path, ""), disk, bounds);
    }

    private JournalDisk disk() {
        return new JournalDisk(new JournalFile(path, ""));
    }

    /** The journal of the present life. */
    public RecordJournal journal() {
        return journal;
    }

    /** Writes what was changed. */
    public void commit() {
        disk.commit(false);
    }

    /** The process is killed: what was not written is lost. */
    public RecordJournal kill() {
        disk.abandon();
        return reopen();
    }

    /** The process ends in order. */
    public RecordJournal restart() {
        long before = journal.snapshot(0).records();
        journal.close();
        RecordJournal reopened = reopen();
        long after = reopened.snapshot(0).records();
        if (after != before) {
            throw new AssertionError("the journal held " + before + " records and now holds " + after);
        }
        return reopened;
    }

    private RecordJournal reopen() {
        disk = disk();
        journal = DiskJournal.open(new JournalFile(path, ""), disk, bounds);
        return journal;
    }
}
