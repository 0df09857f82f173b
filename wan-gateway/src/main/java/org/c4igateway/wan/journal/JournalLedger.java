package org.c4igateway.wan.journal;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.c4igateway.wan.journal.JournalStore.Held;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a journal knows of its records without reading them, and what it has counted. One thread at a time. */
final class JournalLedger {
    private static final Logger LOG = LoggerFactory.getLogger(JournalLedger.class);

    private final TreeMap<Long, Held> held = new TreeMap<>();
    private final Map<RecordJournal.Drop, Long> drops = new EnumMap<>(RecordJournal.Drop.class);
    private long lastId;
    private long bytes;
    private long failures;

    /** Takes what the file holds from before the restart. */
    void restore(Map<Long, Held> records, Path file) {
        records.forEach(this::add);
        if (!records.isEmpty()) {
            LOG.info("{}: {} records wait from before the restart", file, records.size());
        }
    }

    /** Numbers ascend. */
    void requireNext(long id) {
        if (id <= lastId) {
            throw new IllegalArgumentException("number " + id + " after " + lastId);
        }
    }

    void add(long id, Held what) {
        held.put(id, what);
        bytes += what.bytes();
        lastId = Math.max(lastId, id);
    }

    /** @return whether it was there */
    boolean remove(long id) {
        Held what = held.remove(id);
        bytes -= what == null ? 0 : what.bytes();
        return what != null;
    }

    @Nullable Held find(long id) {
        return held.get(id);
    }

    /** @return numbers of the records, ascending */
    List<Long> ids() {
        return List.copyOf(held.keySet());
    }

    /** @return the highest number there has been; 0 for none */
    long lastId() {
        return lastId;
    }

    void dropped(RecordJournal.Drop reason) {
        drops.merge(reason, 1L, Long::sum);
    }

    /** The disk has refused. */
    void failed() {
        failures++;
    }

    /** @param epochNanos the present time, nanoseconds since the epoch */
    RecordJournal.Snapshot snapshot(boolean working, long fileBytes, long damagedFiles, long epochNanos) {
        long oldest = held.isEmpty()
                ? 0
                : Math.max(0, epochNanos - held.firstEntry().getValue().storedNanos());
        return new RecordJournal.Snapshot(
                true, working, held.size(), bytes, fileBytes, oldest, drops, failures, damagedFiles);
    }
}
