package org.c4igateway.wan.journal;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.wan.journal.JournalStore.Held;
import org.c4igateway.wan.journal.JournalStore.StoreFault;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A journal in a file. What is appended or removed reaches the file at the next {@link #commit}, all in the order in
 * which it happened: after the process was killed the file holds what it held at some moment shortly before.
 *
 * <p>When the disk refuses a write, the journal rests: changes that no fsync has confirmed stay in memory, stored
 * records can be read, and new records are refused until {@link #resume} succeeds. Another thread than the owner's may
 * call {@link #commit}, which blocks the owner only briefly, and {@link #resume}, which blocks it until it ends.
 */
public final class DiskJournal implements RecordJournal {
    private static final Logger LOG = LoggerFactory.getLogger(DiskJournal.class);

    private final JournalFile file;
    private final JournalSpec.Bounds bounds;
    private final TreeMap<Long, Held> held = new TreeMap<>();
    private final Map<RecordJournal.Drop, Long> drops = new EnumMap<>(RecordJournal.Drop.class);
    private final UnwrittenChanges changes = new UnwrittenChanges();

    private @Nullable JournalWriter writer;
    private @Nullable JournalStore store;
    private boolean resting;
    private boolean closed;
    private boolean unwritten;
    private boolean unsynced;
    private long lastId;
    private long bytes;
    private long failures;

    /** A journal that is written when {@link #commit} is called. */
    DiskJournal(JournalFile file, JournalSpec.Bounds bounds) {
        this.file = file;
        this.bounds = bounds;
        file.prepare();
        try {
            JournalFile.Opened opened = file.open();
            store = opened.store();
            held.putAll(opened.held());
        } catch (StoreFault e) {
            rest(e);
        }
        if (!held.isEmpty()) {
            lastId = held.lastKey();
            bytes = held.values().stream().mapToLong(Held::bytes).sum();
            LOG.info("{}: {} records wait from before the restart", file.path(), held.size());
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
        return lastId;
    }

    @Override
    public synchronized boolean append(JournalRecord record) {
        if (record.id() <= lastId) {
            throw new IllegalArgumentException("number " + record.id() + " after " + lastId);
        }
        byte[] value = record.toFile();
        if (!changed(open -> open.put(record.id(), value))) {
            return false;
        }
        changes.put(record.id(), value);
        held.put(record.id(), Held.of(record));
        bytes += record.bytes().length;
        lastId = record.id();
        return true;
    }

    @Override
    public synchronized byte @Nullable [] read(long id) {
        byte[] value = held.containsKey(id) ? value(id) : null;
        JournalRecord journalRecord = value == null ? null : JournalRecord.fromFile(id, value);
        return journalRecord == null ? null : journalRecord.bytes();
    }

    private byte @Nullable [] value(long id) {
        byte[] value = changes.get(id);
        try {
            return value == null && store != null ? store.get(id) : value;
        } catch (StoreFault e) {
            if (!resting) {
                rest(e);
                return value(id);
            }
            LOG.error("Record {} of the journal {} cannot be read: {}", id, file.path(), e.getMessage());
            return null;
        }
    }

    @Override
    public synchronized void remove(long id) {
        Held what = held.remove(id);
        if (what != null) {
            bytes -= what.bytes();
            changes.remove(id);
            var _ = changed(open -> open.remove(id));
        }
    }

    @Override
    public void replay(Consumer<JournalRecord> consumer) {
        for (long id : List.copyOf(held.keySet())) {
            Held what = held.get(id);
            byte[] record = read(id);
            if (what != null && record != null) {
                consumer.accept(new JournalRecord(id, what.storedNanos(), record, what.resent()));
            } else if (what != null) {
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
        drops.merge(reason, 1L, Long::sum);
    }

    @Override
    public synchronized RecordJournal.Snapshot snapshot(long epochNanos) {
        long oldest = held.isEmpty()
                ? 0
                : Math.max(0, epochNanos - held.firstEntry().getValue().storedNanos());
        long fileBytes = store == null ? 0 : store.fileBytes();
        return new RecordJournal.Snapshot(
                true, !resting, held.size(), bytes, fileBytes, oldest, drops, failures, file.damaged());
    }

    /** @return false when the file takes nothing now */
    private synchronized boolean changed(Consumer<JournalStore> change) {
        if (resting || store == null) {
            return false;
        }
        try {
            change.accept(store);
            unwritten = true;
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
        if (resting || !(unwritten || (sync && unsynced))) {
            return null;
        }
        unwritten = false;
        unsynced = !sync;
        changes.begin();
        return store;
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
            failures++;
            LOG.error("The journal {} accepts no records now: {}", file.path(), fault.getMessage());
            reopenReadOnly();
        }
    }

    private void reopenReadOnly() {
        abandon();
        try {
            store = file.openReadOnly();
        } catch (StoreFault e) {
            LOG.warn("The journal {} cannot be read either: {}", file.path(), e.getMessage());
        }
    }

    /** If the journal rests, tests whether the disk accepts writes again. */
    synchronized void resume() {
        if (!resting || closed) {
            return;
        }
        abandon();
        try {
            JournalStore open = file.open().store();
            store = open;
            changes.repeat(open);
            open.commit(true);
        } catch (StoreFault e) {
            reopenReadOnly();
            return;
        }
        changes.onDisk();
        resting = false;
        LOG.info("The journal {} works again", file.path());
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
