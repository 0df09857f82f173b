package org.c4igateway.wan.journal;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.wan.journal.JournalStore.Held;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A journal in a file. What is appended or removed reaches the file a moment later, all in the order in which it
 * happened: after the process was killed the file holds what it held at some moment shortly before.
 */
public final class DiskJournal implements RecordJournal {
    private static final Logger LOG = LoggerFactory.getLogger(DiskJournal.class);

    private final JournalFile file;
    private final JournalDisk disk;
    private final JournalBounds bounds;
    private final TreeMap<Long, Held> held;
    private final Map<JournalDrop, Long> drops = new EnumMap<>(JournalDrop.class);
    private @Nullable JournalWriter writer;
    private long lastId;
    private long bytes;

    private DiskJournal(JournalFile file, JournalDisk disk, JournalBounds bounds) {
        this.file = file;
        this.disk = disk;
        this.bounds = bounds;
        this.held = new TreeMap<>(disk.open());
        this.lastId = held.isEmpty() ? 0 : held.lastKey();
        this.bytes = held.values().stream().mapToLong(Held::bytes).sum();
    }

    /**
     * The journal of a link, written by a thread of its own.
     *
     * @param loops show whether that thread turns
     * @throws org.c4igateway.core.fault.GatewayException.Fatal when file or directory cannot be used
     */
    public static DiskJournal open(JournalSpec spec, String link, Loops loops) {
        JournalFile file = new JournalFile(spec.file(link), "");
        JournalDisk disk = new JournalDisk(file);
        DiskJournal journal = new DiskJournal(file, disk, spec.bounds());
        journal.writer = new JournalWriter(link, disk, loops);
        if (!journal.held.isEmpty()) {
            LOG.info("{}: {} records wait from before the restart", file.path(), journal.held.size());
        }
        return journal;
    }

    /** A journal that is written when {@code disk} commits. */
    static DiskJournal open(JournalFile file, JournalDisk disk, JournalBounds bounds) {
        return new DiskJournal(file, disk, bounds);
    }

    @Override
    public boolean exists() {
        return true;
    }

    @Override
    public JournalBounds bounds() {
        return bounds;
    }

    @Override
    public long lastId() {
        return lastId;
    }

    @Override
    public boolean append(JournalRecord record) {
        if (record.id() <= lastId) {
            throw new IllegalArgumentException("number " + record.id() + " after " + lastId);
        }
        if (!disk.put(record.id(), JournalValue.write(record))) {
            return false;
        }
        held.put(record.id(), Held.of(record));
        bytes += record.bytes().length;
        lastId = record.id();
        return true;
    }

    @Override
    public byte @Nullable [] read(long id) {
        byte[] value = held.containsKey(id) ? disk.get(id) : null;
        JournalRecord journalRecord = value == null ? null : JournalValue.read(id, value);
        return journalRecord == null ? null : journalRecord.bytes();
    }

    @Override
    public void remove(long id) {
        Held what = held.remove(id);
        if (what != null) {
            bytes -= what.bytes();
            disk.remove(id);
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
                dropped(JournalDrop.DAMAGED);
                remove(id);
            }
        }
    }

    @Override
    public void note(String name, byte[] note) {
        disk.note(name, note);
    }

    @Override
    public void forget(String name) {
        disk.forget(name);
    }

    @Override
    public Map<String, byte[]> notes() {
        return disk.notes();
    }

    @Override
    public void dropped(JournalDrop reason) {
        drops.merge(reason, 1L, Long::sum);
    }

    @Override
    public JournalSnapshot snapshot(long epochNanos) {
        long oldest = held.isEmpty()
                ? 0
                : Math.max(0, epochNanos - held.firstEntry().getValue().storedNanos());
        return new JournalSnapshot(
                true,
                !disk.isResting(),
                held.size(),
                bytes,
                disk.fileBytes(),
                oldest,
                drops,
                disk.failures(),
                file.damaged());
    }

    @Override
    public void close() {
        if (writer != null) {
            writer.close();
        }
        disk.close();
    }
}
