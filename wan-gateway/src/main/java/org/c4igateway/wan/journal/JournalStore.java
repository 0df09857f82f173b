package org.c4igateway.wan.journal;

import java.io.EOFException;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.LongDataType;
import org.h2.mvstore.type.StringDataType;
import org.jspecify.annotations.Nullable;

/**
 * An open file of a journal: records by number and notes by name. What is changed reaches the file at {@link #commit},
 * which may run on another thread than everything else. Every method throws a {@link StoreFault} when the file is
 * damaged or the disk refuses, unless it says otherwise; the store is of no use after a failed commit.
 */
final class JournalStore {
    private static final int CACHE_MEGABYTES = 16;
    /** Above this number of unwritten bytes, writers wait for the disk. */
    private static final int UNSAVED_KILOBYTES = 4_096;
    /** Time for which space is not reused that the last state on disk may refer to. */
    private static final int RETENTION_MILLIS = 5_000;

    private static final int COMPACTION_MILLIS = 500;

    private final MVStore store;
    private final MVMap<Long, byte[]> records;
    private final MVMap<String, byte[]> notes;

    /** What is known of a record without reading it. */
    record Held(int bytes, long storedNanos, boolean resent) {
        static Held of(JournalRecord record) {
            return new Held(record.bytes().length, record.storedNanos(), record.resent());
        }
    }

    /**
     * What a file holds.
     *
     * @param held records up to the first damage, by number
     * @param whole whether there was none
     * @param refused whether the disk refused a read, so that there may be none
     */
    record Scan(TreeMap<Long, Held> held, boolean whole, boolean refused) {}

    /** The file of a journal is damaged, or the disk refuses. */
    static final class StoreFault extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final int code;

        /** @param cause what the store threw; a damaged file makes it throw almost anything */
        StoreFault(Throwable cause) {
            super(cause.getMessage() == null ? cause.toString() : cause.getMessage(), cause);
            this.code = cause instanceof MVStoreException known ? known.getErrorCode() : DataUtils.ERROR_FILE_CORRUPT;
        }

        /** The disk refused: no file could be made, or there is no room. */
        static StoreFault ofWriting(IOException cause) {
            return new StoreFault(
                    DataUtils.newMVStoreException(DataUtils.ERROR_WRITING_FAILED, "{0}", cause.toString(), cause));
        }

        /** Another process has the file. */
        boolean isLocked() {
            return code == DataUtils.ERROR_FILE_LOCKED;
        }

        /** The disk refused a read, or to open the file, which may be intact. That the file ends too soon is damage. */
        boolean isReading() {
            return code == DataUtils.ERROR_READING_FAILED
                    && getCause() != null
                    && getCause().getCause() instanceof IOException
                    && !(getCause().getCause() instanceof EOFException);
        }

        /** The disk refused a write; the file may be intact. */
        boolean isWriting() {
            return code == DataUtils.ERROR_WRITING_FAILED;
        }
    }

    private JournalStore(MVStore store) {
        this.store = store;
        this.records = store.openMap(
                "records",
                new MVMap.Builder<Long, byte[]>().keyType(LongDataType.INSTANCE).valueType(ByteArrayDataType.INSTANCE));
        this.notes = store.openMap(
                "notes",
                new MVMap.Builder<String, byte[]>()
                        .keyType(StringDataType.INSTANCE)
                        .valueType(ByteArrayDataType.INSTANCE));
    }

    static JournalStore open(String file, boolean readOnly) {
        MVStore.Builder builder = new MVStore.Builder()
                .fileName(file)
                .autoCommitDisabled()
                .autoCommitBufferSize(UNSAVED_KILOBYTES)
                .cacheSize(CACHE_MEGABYTES);
        MVStore store = guarded(() -> (readOnly ? builder.readOnly() : builder).open());
        try {
            store.setRetentionTime(RETENTION_MILLIS);
            return guarded(() -> new JournalStore(store));
        } catch (StoreFault e) {
            store.closeImmediately();
            throw e;
        }
    }

    private static <T extends @Nullable Object> T guarded(Supplier<T> step) {
        try {
            return step.get();
        } catch (RuntimeException | AssertionError | OutOfMemoryError e) {
            throw new StoreFault(e);
        }
    }

    /** Reads everything. Never throws. */
    Scan scan() {
        TreeMap<Long, Held> held = new TreeMap<>();
        try {
            boolean whole = walk((journalRecord, id) -> held.put(id, Held.of(journalRecord)));
            return new Scan(held, whole, false);
        } catch (RuntimeException | AssertionError | OutOfMemoryError e) {
            return new Scan(held, false, new StoreFault(e).isReading());
        }
    }

    /**
     * Visits the records by ascending number, up to the first that is damaged.
     *
     * @return whether none was
     */
    private boolean walk(ObjLongConsumer<JournalRecord> visitor) {
        for (Cursor<Long, byte[]> all = records.cursor(null); all.hasNext(); ) {
            long id = all.next();
            JournalRecord journalRecord = JournalRecord.fromFile(id, all.getValue());
            if (journalRecord == null) {
                return false;
            }
            visitor.accept(journalRecord, id);
        }
        return true;
    }

    /** Puts the records up to the first that is damaged into another file, which writes them as it needs memory. */
    void copyRecordsTo(JournalStore target) {
        var _ = guarded(() -> walk((journalRecord, id) -> target.put(id, journalRecord.toFile())));
    }

    void copyNotesTo(JournalStore target) {
        notes().forEach(target::note);
    }

    void put(long id, byte[] value) {
        var _ = guarded(() -> records.put(id, value));
    }

    /** Makes changes again: an empty value removes the record. */
    void repeat(Map<Long, byte[]> changes) {
        changes.forEach((id, value) -> {
            if (value.length == 0) {
                remove(id);
            } else {
                put(id, value);
            }
        });
    }

    byte @Nullable [] get(long id) {
        return guarded(() -> records.get(id));
    }

    void remove(long id) {
        var _ = guarded(() -> records.remove(id));
    }

    void note(String name, byte[] bytes) {
        var _ = guarded(() -> notes.put(name, bytes));
    }

    void forget(String name) {
        var _ = guarded(() -> notes.remove(name));
    }

    Map<String, byte[]> notes() {
        return guarded(() -> new TreeMap<>(notes));
    }

    /**
     * Hands what was changed to the operating system: it survives the end of this process.
     *
     * @param sync whether to wait for the disk: what was committed survives the loss of power
     */
    void commit(boolean sync) {
        var _ = guarded(() -> {
            store.commit();
            if (sync) {
                store.sync();
            }
            return null;
        });
    }

    /** Gives the state of the file a new number, and commits. @return the number */
    int mark() {
        int mark = guarded(store::getStoreVersion) + 1;
        var _ = guarded(() -> {
            store.setStoreVersion(mark);
            return store.commit();
        });
        return mark;
    }

    /** @return the number that the file was given last */
    int marked() {
        return guarded(store::getStoreVersion);
    }

    long fileBytes() {
        return store.isClosed() ? 0 : guarded(() -> store.getFileStore().size());
    }

    /** Commits, and takes a moment to make the file smaller. */
    void close() {
        var _ = guarded(() -> {
            store.close(COMPACTION_MILLIS);
            return null;
        });
    }

    /** Leaves the file as it is. Never throws. */
    void abandon() {
        store.closeImmediately();
    }
}
