package org.c4igateway.wan.route;

import java.util.HashMap;
import java.util.Map;
import org.c4igateway.wan.journal.JournalDrop;
import org.c4igateway.wan.journal.Kept;
import org.c4igateway.wan.journal.RecordJournal;
import org.c4igateway.wan.link.Payload;
import org.jspecify.annotations.Nullable;

/**
 * Stores the bytes of a link's records: in the journal, if the link has one and the record must survive a restart,
 * otherwise in memory. While a record is in memory that the journal should hold, later records stay in memory as well,
 * because after a restart no record may be missing in the middle.
 */
final class Stock {
    private final RecordJournal journal;
    private final Map<Long, Lodger> inMemory = new HashMap<>();
    private long memoryBytes;
    private int outOfJournal;
    private long lastId;

    /** In memory though there is a journal. */
    private record Lodger(int bytes, boolean outOfJournal) {}

    Stock(RecordJournal journal) {
        this.journal = journal;
        this.lastId = journal.lastId();
    }

    /** Whether anything survives a restart. */
    boolean isDurable() {
        return journal.exists();
    }

    RecordJournal journal() {
        return journal;
    }

    long nextId() {
        return ++lastId;
    }

    /** @return until when it may wait, given when its time is over; nanoseconds since the epoch */
    long until(long expiresNanos, long storedNanos) {
        return Math.min(expiresNanos, journal.bounds().until(storedNanos));
    }

    /**
     * Takes a record.
     *
     * @param id the last {@link #nextId}
     * @param lasting whether it must survive a restart
     * @return null when there is no room
     */
    @Nullable Payload put(long id, byte[] bytes, boolean lasting, Moment now) {
        if (!isDurable()) {
            return Payload.of(bytes);
        }
        if (lasting && outOfJournal == 0 && journal.append(new Kept(id, now.epochNanos(), bytes))) {
            return kept(id, bytes.length);
        }
        if (memoryBytes + bytes.length > journal.bounds().memoryBytes()) {
            return null;
        }
        inMemory.put(id, new Lodger(bytes.length, lasting));
        memoryBytes += bytes.length;
        outOfJournal += lasting ? 1 : 0;
        return Payload.of(bytes);
    }

    /** What the journal holds under that number. */
    Payload kept(long id, int size) {
        return new Payload() {
            @Override
            public int size() {
                return size;
            }

            @Override
            public byte @Nullable [] read() {
                return journal.read(id);
            }
        };
    }

    /** Whether the record is held here for longer than this process lives. */
    boolean isKept(long id) {
        return isDurable() && id > 0 && !inMemory.containsKey(id);
    }

    void remove(long id) {
        Lodger lodger = inMemory.remove(id);
        if (lodger != null) {
            memoryBytes -= lodger.bytes();
            outOfJournal -= lodger.outOfJournal() ? 1 : 0;
        } else if (id > 0) {
            journal.remove(id);
        }
    }

    /** Forgets what is in memory. */
    void removeUnkept() {
        inMemory.clear();
        memoryBytes = 0;
        outOfJournal = 0;
    }

    void dropped(JournalDrop reason) {
        journal.dropped(reason);
    }
}
