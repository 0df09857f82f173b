package org.c4igateway.wan.journal;

import java.nio.file.Path;

/** A journal's file through several lives; it is written when told to. */
public final class KillableJournal {
    private final Path path;
    private final JournalSpec.Bounds bounds;
    private DiskJournal journal;

    /** @param path of the file, on a {@link FullDisk} */
    public KillableJournal(Path path, JournalSpec.Bounds bounds) {
        FullDisk.register();
        this.path = path;
        this.bounds = bounds;
        this.journal = open();
    }

    private DiskJournal open() {
        return new DiskJournal(new JournalFile(path, FullDisk.SCHEME), bounds);
    }

    /** The journal of the present life. */
    public RecordJournal journal() {
        return journal;
    }

    /** Writes what was changed. */
    public void commit() {
        journal.commit(false);
    }

    /** Whether the disk refuses everything. */
    public static void breakDisk(boolean broken) {
        FullDisk.full(broken);
        FullDisk.unreadable(broken);
        FullDisk.withoutDescriptors(broken);
    }

    /** Writes what was changed, to the disk. */
    public void sync() {
        journal.commit(true);
    }

    /** Asks the disk again. */
    public void resume() {
        journal.resume();
    }

    /** The process is killed: what was not written is lost. */
    public RecordJournal kill() {
        journal.abandon();
        journal = open();
        return journal;
    }

    /** The process ends in order. */
    public RecordJournal restart() {
        long before = journal.snapshot(0).records();
        journal.close();
        journal = open();
        long after = journal.snapshot(0).records();
        if (after != before) {
            throw new AssertionError("the journal held " + before + " records and now holds " + after);
        }
        return journal;
    }
}
