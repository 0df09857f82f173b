package org.c4igateway.wan.route.outlet;

import java.util.HashMap;
import java.util.Map;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.journal.JournalRecord;
import org.c4igateway.wan.journal.RecordJournal;
import org.c4igateway.wan.link.record.Payload;
import org.c4igateway.wan.link.record.RecordOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Stores the bytes of a link's records: in the journal, if the link has one and the record must survive a restart,
 * otherwise in memory. While a record is in memory that the journal should hold, later records stay in memory as well,
 * because after a restart no record may be missing in the middle.
 */
public final class OutletStore {
    private static final int RESERVED = 20;

    private final RecordJournal journal;
    private final Map<Long, Lodger> inMemory = new HashMap<>();
    private long memoryBytes;
    private int outOfJournal;
    private long lastId;

    /** A record that is kept in memory although the link has a journal. */
    private record Lodger(int bytes, boolean outOfJournal) {}

    OutletStore(RecordJournal journal) {
        this.journal = journal;
        this.lastId = journal.lastId();
    }

    /** Whether anything survives a restart. */
    boolean isDurable() {
        return journal.exists();
    }

    public RecordJournal journal() {
        return journal;
    }

    long nextId() {
        return ++lastId;
    }

    /**
     * What its origin sends again waits as long as it counts. If the link gave it up, the origin would send it again,
     * and it would arrive behind rows that followed it.
     *
     * @return until when it may wait, given when its time is over; nanoseconds since the epoch
     */
    long until(long expiresNanos, JournalRecord record) {
        return record.resent()
                ? expiresNanos
                : Math.min(expiresNanos, journal.bounds().until(record.storedNanos()));
    }

    /**
     * Takes a record.
     *
     * @param record with the last {@link #nextId}
     * @param lasting whether it must survive a restart
     * @return null when there is no room
     */
    @Nullable Payload put(JournalRecord record, Precedence precedence, boolean lasting) {
        byte[] bytes = record.bytes();
        if (!isDurable()) {
            return Payload.of(bytes);
        }
        if (lasting && outOfJournal == 0 && journal.append(record)) {
            return kept(record.id(), bytes.length);
        }
        if (memoryBytes + bytes.length > roomFor(precedence)) {
            return null;
        }
        inMemory.put(record.id(), new Lodger(bytes.length, lasting));
        memoryBytes += bytes.length;
        outOfJournal += lasting ? 1 : 0;
        return Payload.of(bytes);
    }

    /** A part of the memory stays free for each precedence that is more urgent. */
    private long roomFor(Precedence precedence) {
        long all = journal.bounds().memoryBytes();
        return all - all / RESERVED * precedence.code();
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

            @Override
            public boolean isAway() {
                return journal.isAway();
            }
        };
    }

    /** Whether the record is held here for longer than this process lives. */
    boolean isKept(long id) {
        return isDurable() && id > 0 && !inMemory.containsKey(id);
    }

    public void remove(long id) {
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

    public void dropped(RecordJournal.Drop reason) {
        journal.dropped(reason);
    }

    /**
     * The link is done with a record of the journal.
     *
     * @param late whether it waited longer than it may
     */
    void ended(RecordOutcome recordOutcome, boolean late) {
        switch (recordOutcome) {
            case ACKED, SENT, SUPERSEDED, RETURNED -> {}
            case EXPIRED -> {
                if (late) {
                    dropped(RecordJournal.Drop.AGE);
                }
            }
            case DROPPED_FOR_ROOM, DROPPED_TOO_LARGE, DROPPED_FOR_ABSENT -> dropped(RecordJournal.Drop.ROOM);
            case DROPPED_UNREADABLE -> dropped(RecordJournal.Drop.DAMAGED);
        }
    }
}
