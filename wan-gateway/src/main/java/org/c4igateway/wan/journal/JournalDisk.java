package org.c4igateway.wan.journal;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.c4igateway.wan.journal.JournalStore.Held;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file of a journal, with handling of disk faults. When the disk refuses a write, the file rests: changes that have
 * not reached it stay in memory, stored records can be read, and new records are refused until {@link #resume}
 * succeeds. Safe for use by several threads; {@link #commit} blocks other calls only briefly.
 */
final class JournalDisk {
    private static final Logger LOG = LoggerFactory.getLogger(JournalDisk.class);

    private final JournalFile file;
    private final ReentrantLock lock = new ReentrantLock();
    /** What may not be in the file yet. */
    private final TreeMap<Long, byte[]> uncommitted = new TreeMap<>();
    /** Removed while it rested. */
    private final Set<Long> gone = new HashSet<>();

    private @Nullable JournalStore store;
    private boolean resting;
    private boolean closed;
    private boolean unwritten;
    private boolean unsynced;
    private long lastPut;
    private long failures;

    /** Something that changes the file. */
    private interface Change {
        void in(JournalStore open);
    }

    JournalDisk(JournalFile file) {
        this.file = file;
    }

    /**
     * Opens the file.
     *
     * @return what it holds
     * @throws org.c4igateway.core.fault.GatewayException.Fatal when file or directory cannot be used
     */
    Map<Long, Held> open() {
        file.prepare();
        try {
            JournalFile.Opened opened = file.open();
            store = opened.store();
            return opened.scan().held();
        } catch (StoreFault e) {
            rest(e);
            return Map.of();
        }
    }

    /** @return false when it takes nothing now; numbers grow */
    boolean put(long id, byte[] value) {
        return changed(open -> {
            open.put(id, value);
            uncommitted.put(id, value);
            lastPut = id;
        });
    }

    void note(String name, byte[] bytes) {
        var _ = changed(open -> open.note(name, bytes));
    }

    void forget(String name) {
        var _ = changed(open -> open.forget(name));
    }

    void remove(long id) {
        lock.lock();
        try {
            uncommitted.remove(id);
            if (!changed(open -> open.remove(id))) {
                gone.add(id);
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean changed(Change change) {
        lock.lock();
        try {
            JournalStore open = store;
            if (resting || closed || open == null) {
                return false;
            }
            change.in(open);
            unwritten = true;
            return true;
        } catch (StoreFault e) {
            rest(e);
            return false;
        } finally {
            lock.unlock();
        }
    }

    byte @Nullable [] get(long id) {
        lock.lock();
        try {
            byte[] value = uncommitted.get(id);
            return value == null && !closed ? stored(id) : value;
        } finally {
            lock.unlock();
        }
    }

    private byte @Nullable [] stored(long id) {
        try {
            return store == null ? null : store.get(id);
        } catch (StoreFault e) {
            rest(e);
        }
        try {
            return store == null ? null : store.get(id);
        } catch (StoreFault e) {
            LOG.error("Record {} of the journal {} cannot be read: {}", id, file.path(), e.getMessage());
            return null;
        }
    }

    Map<String, byte[]> notes() {
        lock.lock();
        try {
            return store == null || closed ? Map.of() : store.notes();
        } catch (StoreFault e) {
            rest(e);
            return Map.of();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Writes what was changed into the file.
     *
     * @param sync whether to wait for the disk as well
     */
    void commit(boolean sync) {
        JournalStore open;
        long upTo;
        lock.lock();
        try {
            open = store;
            if (resting || closed || open == null || !(unwritten || (sync && unsynced))) {
                return;
            }
            unwritten = false;
            unsynced = !sync;
            upTo = lastPut;
        } finally {
            lock.unlock();
        }
        try {
            open.commit();
            if (sync) {
                open.sync();
            }
            written(upTo);
        } catch (StoreFault e) {
            failed(open, e);
        }
    }

    private void written(long upTo) {
        lock.lock();
        try {
            if (!resting) {
                uncommitted.headMap(upTo, true).clear();
            }
        } finally {
            lock.unlock();
        }
    }

    private void failed(JournalStore which, StoreFault fault) {
        lock.lock();
        try {
            if (which.equals(store) && !closed) {
                rest(fault);
            }
        } finally {
            lock.unlock();
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

    /** If the file rests, tests whether the disk accepts writes again. */
    void resume() {
        lock.lock();
        try {
            if (resting && !closed) {
                tryToResume();
            }
        } finally {
            lock.unlock();
        }
    }

    private void tryToResume() {
        abandon();
        try {
            JournalStore open = file.open().store();
            store = open;
            gone.forEach(open::remove);
            uncommitted.forEach(open::put);
            open.commit();
            open.sync();
        } catch (StoreFault e) {
            reopenReadOnly();
            return;
        }
        gone.clear();
        uncommitted.clear();
        resting = false;
        LOG.info("The journal {} works again", file.path());
    }

    /** Leaves the file as it was last written. */
    void abandon() {
        if (store != null) {
            store.abandon();
            store = null;
        }
    }

    boolean isResting() {
        lock.lock();
        try {
            return resting;
        } finally {
            lock.unlock();
        }
    }

    long failures() {
        lock.lock();
        try {
            return failures;
        } finally {
            lock.unlock();
        }
    }

    long fileBytes() {
        lock.lock();
        try {
            return store == null || closed ? 0 : store.fileBytes();
        } finally {
            lock.unlock();
        }
    }

    /** What is in the file stays. */
    void close() {
        commit(true);
        lock.lock();
        try {
            if (!closed && !resting && store != null) {
                store.close();
                store = null;
            }
        } catch (StoreFault e) {
            LOG.error("The journal {} was not closed correctly: {}", file.path(), e.getMessage(), e);
        } finally {
            closed = true;
            abandon();
            lock.unlock();
        }
    }
}
