package org.c4igateway.wan.route;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.c4igateway.wan.journal.JournalRecord;
import org.c4igateway.wan.journal.JournalSpec;
import org.c4igateway.wan.journal.RecordJournal;
import org.jspecify.annotations.Nullable;

/** A journal without a disk: it outlives the router that uses it. */
final class HeapJournal implements RecordJournal {
    final TreeMap<Long, JournalRecord> held = new TreeMap<>();
    final Map<String, byte[]> notes = new TreeMap<>();
    final Map<RecordJournal.Drop, Long> drops = new EnumMap<>(RecordJournal.Drop.class);
    boolean full;

    @Override
    public JournalSpec.Bounds bounds() {
        return new JournalSpec.Bounds(TimeUnit.HOURS.toNanos(6), 1_000);
    }

    @Override
    public long lastId() {
        return held.isEmpty() ? 0 : held.lastKey();
    }

    @Override
    public boolean append(JournalRecord record) {
        if (!full) {
            held.put(record.id(), record);
        }
        return !full;
    }

    @Override
    public byte @Nullable [] read(long id) {
        JournalRecord journalRecord = held.get(id);
        return journalRecord == null ? null : journalRecord.bytes();
    }

    @Override
    public void remove(long id) {
        held.remove(id);
    }

    @Override
    public void replay(Consumer<JournalRecord> consumer) {
        List.copyOf(held.values()).forEach(consumer);
    }

    @Override
    public void note(String name, byte[] bytes) {
        notes.put(name, bytes);
    }

    @Override
    public void forget(String name) {
        notes.remove(name);
    }

    @Override
    public Map<String, byte[]> notes() {
        return Map.copyOf(notes);
    }

    @Override
    public void dropped(RecordJournal.Drop reason) {
        drops.merge(reason, 1L, Long::sum);
    }

    @Override
    public RecordJournal.Snapshot snapshot(long epochNanos) {
        return RecordJournal.Snapshot.NONE;
    }

    @Override
    public void close() {
        // What it holds stays.
    }
}
