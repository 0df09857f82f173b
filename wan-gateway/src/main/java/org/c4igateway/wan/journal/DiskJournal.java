package org.c4igateway.wan.journal;

import java.util.Map;
import java.util.function.Consumer;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.wan.journal.JournalStore.Held;
import org.c4igateway.wan.journal.JournalStore.StoreFault;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A journal in a file. What is appended or removed reaches the file at the next {@link #commit} in the order in which
 * it happened: after the process was killed the file holds what it held at some moment shortly before.
 *
 * <p>When the disk refuses a write, the journal rests: changes that no fsync has confirmed stay in memory, stored
 * records can be read, and new records are refused until {@link #resume} succeeds. When it refuses reads as well, and
 * while {@link #resume} opens the file, records are away. Another thread than the owner's may call {@link #commit} and
 * {@link #resume}, which block the owner only briefly.
 */
public final class DiskJournal implements RecordJournal {
    private static final Logger LOG = LoggerFactory.getLogger(DiskJournal.class);

    private final JournalFile file;
    private final JournalSpec.Bounds bounds;
    private final JournalLedger ledger = new JournalLedger();
    private final UnwrittenChanges changes = new UnwrittenChanges();
    private @Nullable JournalWriter writer;
    private @Nullable JournalStore store;
    private volatile boolean away;
    private boolean resting;
    private boolean closed;

    /** A journal that is written when {@link #commit} is called. */
    DiskJournal(JournalFile file, JournalSpec.Bounds bounds) {
        this.file = file;
        this.bounds = bounds;
        file.prepare();
        try {
            JournalFile.Opened opened = file.open();
            store = opened.store();
            ledger.restore(opened.held(), file.path());
        } catch (StoreFault e) {
            rest(e);
        }
    }

    /**
     * The journal of a link, written by a thread of its own.
     *
     * @param loops show whether that thread turns
     * @throws org.c4igateway.core.fault.GatewayException.Fatal when file or directory cannot be used
     */
    public static DiskJournal open(JournalSpec spec, String link, Loops loops) {
        DiskJournal journal = new DiskJournal(new JournalFile(spec.file(link), ""), spec.bounds());
        journal.writer = new JournalWriter(link, journal, loops);
        return journal;
    }

    @Override
    public JournalSpec.Bounds bounds() {
        return bounds;
    }

    @Override
    public long lastId() {
        return ledger.lastId();
    }

    @Override
    public synchronized boolean append(JournalRecord record) {
        ledger.requireNext(record.id());
        byte[] value = record.toFile();
        if (!changed(open -> open.put(record.id(), value))) {
            return false;
        }
        changes.put(record.id(), value);
        ledger.add(record.id(), Held.of(record));
        return true;
    }

    @Override
    public synchronized byte @Nullable [] read(long id) {
        byte[] value = ledger.find(id) == null ? null : value(id);
        JournalRecord journalRecord = value == null ? null : JournalRecord.fromFile(id, value);
        return journalRecord == null ? null : journalRecord.bytes();
    }

    private byte @Nullable [] value(long id) {
        byte[] value = changes.get(id);
        if (value != null || store == null) {
            return value;
        }
        try {
            return store.get(id);
        } catch (StoreFault e) {
            if (!resting) {
                rest(e);
                return value(id);
            }
            LOG.error("Record {} of the journal {} cannot be read: {}", id, file.path(), e.getMessage());
            away = away || e.isReading();
            return null;
        }
    }

    @Override
    public boolean isAway() {
        return away;
    }

    @Override
    public synchronized void remove(long id) {
        if (ledger.remove(id)) {
            changes.remove(id);
            var _ = changed(open -> open.remove(id));
        }
    }

    @Override
    public void replay(Consumer<JournalRecord> consumer) {
        for (long id : ledger.ids()) {
            Held what = ledger.find(id);
            byte[] record = read(id);
            if (what != null && record != null) {
                consumer.accept(new JournalRecord(id, what.storedNanos(), record, what.resent()));
            } else if (what != null && !away && read(id) == null && !away) {
                LOG.error("Record {} of the journal {} is lost", id, file.path());
                dropped(RecordJournal.Drop.DAMAGED);
                remove(id);
            }
        }
    }

    @Override
    public void note(String name, byte[] note) {
        var _ = changed(open -> open.note(name, note));
    }

    @Override
    public void forget(String name) {
        var _ = changed(open -> open.forget(name));
    }

    @Override
    public synchronized Map<String, byte[]> notes() {
        try {
            return store == null ? Map.of() : store.notes();
        } catch (StoreFault e) {
            rest(e);
            return Map.of();
        }
    }

    @Override
    public void dropped(RecordJournal.Drop reason) {
        ledger.dropped(reason);
    }

    @Override
    public synchronized RecordJournal.Snapshot snapshot(long epochNanos) {
        return ledger.snapshot(!resting, store == null ? 0 : store.fileBytes(), file.damaged(), epochNanos);
    }

    /** @return false when the file takes nothing now */
    private synchronized boolean changed(Consumer<JournalStore> change) {
        if (resting || store == null) {
            return false;
        }
        try {
            change.accept(store);
            changes.touched();
            return true;
        } catch (StoreFault e) {
            rest(e);
            return false;
        }
    }

    /**
     * Writes what was changed into the file.
     *
     * @param sync whether to wait for the disk as well
     */
    void commit(boolean sync) {
        JournalStore open = begin(sync);
        if (open != null) {
            try {
                open.commit(sync);
                committed(sync);
            } catch (StoreFault e) {
                failed(open, e);
            }
        }
    }

    /** @return null when there is nothing to write, or nothing can be written */
    private synchronized @Nullable JournalStore begin(boolean sync) {
        return resting || !changes.begin(sync) ? null : store;
    }

    private synchronized void committed(boolean synced) {
        if (synced && !resting) {
            changes.onDisk();
        }
    }

    private synchronized void failed(JournalStore which, StoreFault fault) {
        if (which.equals(store)) {
            rest(fault);
        }
    }

    private void rest(StoreFault fault) {
        if (!resting) {
            resting = true;
            ledger.failed();
            LOG.error("The journal {} accepts no records now: {}", file.path(), fault.getMessage());
            reopenReadOnly();
        }
    }

    private void reopenReadOnly() {
        abandon();
        try {
            store = file.openReadOnly();
            away = false;
        } catch (StoreFault e) {
            away = true;
            LOG.warn("The journal {} cannot be read either: {}", file.path(), e.getMessage());
        }
    }

    /** If the journal rests, tests whether the disk accepts writes again. */
    void resume() {
        JournalRevival.run(this, file);
    }

    synchronized boolean isResting() {
        return resting && !closed;
    }

    /** Lets go of the file: its records are away until {@link #resumed}, or {@link #readAgain} if the disk refuses. */
    synchronized void letGo() {
        away = true;
        abandon();
    }

    /** @return changes that no fsync has confirmed, for {@link #resumed} */
    synchronized Map<Long, byte[]> unconfirmed() {
        return changes.unconfirmed();
    }

    /** @param open what the journal uses from now on; it holds all that {@link #unconfirmed} said, on the disk */
    synchronized void resumed(JournalStore open) {
        if (closed) {
            open.abandon();
            return;
        }
        changes.onDisk();
        changes.repeatLatest(open);
        store = open;
        resting = false;
        away = false;
    }

    synchronized void readAgain() {
        if (!closed && (store == null || away)) {
            reopenReadOnly();
        }
    }

    /** Leaves the file as it was last written. */
    synchronized void abandon() {
        if (store != null) {
            store.abandon();
            store = null;
        }
    }

    @Override
    public void close() {
        if (writer != null) {
            writer.close();
        }
        commit(true);
        synchronized (this) {
            try {
                if (!resting && store != null) {
                    store.close();
                    store = null;
                }
            } catch (StoreFault e) {
                LOG.error("The journal {} was not closed correctly: {}", file.path(), e.getMessage(), e);
            }
            closed = true;
            abandon();
        }
    }
}
