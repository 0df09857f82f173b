package org.c4igateway.wan.link.send;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.c4igateway.wan.frame.body.Chunk;
import org.c4igateway.wan.frame.body.ChunkPacker;
import org.c4igateway.wan.frame.body.PackedBody;
import org.c4igateway.wan.link.record.OutstandingRecord;
import org.c4igateway.wan.link.record.Payload;
import org.c4igateway.wan.link.record.RecordFragment;
import org.c4igateway.wan.link.record.RecordOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Puts waiting records into frames, and rebuilds frames that were lost without what has ended since.
 *
 * <p>A piece that is left out of a rebuilt frame while its record is incomplete at the receiver leaves an empty record
 * in its place. It is not delivered, but it closes the incomplete record, so that a later piece of it cannot be joined
 * to the wrong beginning.
 */
public final class FrameBuilder {
    private static final int MAX_RECORDS = 512;
    /** More than compression ever saves on such records; what is offered to the packer beyond does no harm. */
    private static final int OFFERED_PER_ROOM = 8;

    private static final Chunk EMPTY = new Chunk(true, true, new byte[0]);

    private final SendQueue queue;
    private final RecordAccounts recordAccounts;
    private ChunkPacker packer;

    /** A frame, new or lost, and the body that it is sent with now. */
    public record Built(Frame frame, byte[] body) {}

    public FrameBuilder(SendQueue queue, RecordAccounts recordAccounts, ChunkPacker packer) {
        this.queue = queue;
        this.recordAccounts = recordAccounts;
        this.packer = packer;
    }

    /** From now on packs new frames with this one. */
    public void use(ChunkPacker next) {
        packer = next;
    }

    /** @return null when nothing of the level is left to be sent, or the level waits for bytes that are away */
    @Nullable public Built fresh(SendLevel level, int room, long nowNanos) {
        if (level.waits()) {
            return null;
        }
        List<OutstandingRecord> entries = new ArrayList<>();
        List<byte[]> records = new ArrayList<>();
        OutstandingRecord begun = level.partial();
        if (begun != null && isLeft(begun, nowNanos) && !collect(level, begun, entries, records)) {
            return null;
        }
        if (entries.isEmpty()) {
            level.partial(null);
        }
        for (OutstandingRecord outstandingRecord : queue.head(level.number, MAX_RECORDS, room * OFFERED_PER_ROOM)) {
            if (!collect(level, outstandingRecord, entries, records)) {
                break;
            }
        }
        if (entries.isEmpty()) {
            return null;
        }
        PackedBody packedBody = packer.pack(records, entries.getFirst().placed(), room);
        recordAccounts.packed(level.number, packedBody.plainBytes(), packedBody.body().length);
        return new Built(level.append(place(level, entries, packedBody), packer), packedBody.body());
    }

    /**
     * A lost frame, without what has ended. Should what is left not fit, because it compressed well only
     * together with what has gone, the frame goes out as it was; should that not fit either, the last of it is dropped.
     *
     * @return null when the level waits for bytes that are away
     */
    @Nullable public Built rebuild(SendLevel level, Frame frame, int room, long nowNanos) {
        List<Chunk> left = level.waits() ? null : chunks(level, frame, nowNanos);
        if (left == null) {
            return null;
        }
        byte[] body = frame.packer.repack(left);
        if (body.length > room) {
            List<Chunk> sent = chunksAsSent(level, frame);
            if (sent == null) {
                return null;
            }
            byte[] whole = frame.packer.repack(sent);
            body = whole.length <= room ? whole : body;
        }
        for (RecordFragment recordFragment : frame.pieces.reversed()) {
            if (body.length <= room) {
                break;
            }
            if (!recordFragment.entry().hasEnded()
                    && recordFragment.entry().item().reliable()) {
                end(recordFragment.entry(), RecordOutcome.DROPPED_TOO_LARGE);
                List<Chunk> rest = chunks(level, frame, nowNanos);
                if (rest == null) {
                    return null;
                }
                body = frame.packer.repack(rest);
            }
        }
        return new Built(frame, body);
    }

    private @Nullable List<Chunk> chunks(SendLevel level, Frame frame, long nowNanos) {
        List<Chunk> chunks = new ArrayList<>();
        for (RecordFragment recordFragment : frame.pieces) {
            OutstandingRecord entry = recordFragment.entry();
            byte[] record = isLeft(entry, nowNanos) && entry.item().reliable() ? read(level, entry) : null;
            if (record != null) {
                chunks.add(cut(recordFragment, record));
                continue;
            }
            if (level.misses()) {
                return null;
            }
            if (!entry.hasEnded() && entry.item().reliable()) {
                end(entry, RecordOutcome.DROPPED_UNREADABLE);
            }
            if (!(recordFragment.isFirst() && recordFragment.isLast())) {
                chunks.add(EMPTY);
            }
        }
        return chunks;
    }

    private static @Nullable List<Chunk> chunksAsSent(SendLevel level, Frame frame) {
        List<Chunk> chunks = new ArrayList<>();
        for (RecordFragment recordFragment : frame.pieces) {
            OutstandingRecord entry = recordFragment.entry();
            byte[] record = entry.hasEnded() ? entry.item().payload().read() : read(level, entry);
            if (record == null && level.misses()) {
                return null;
            }
            chunks.add(record == null ? EMPTY : cut(recordFragment, record));
        }
        return chunks;
    }

    private static Chunk cut(RecordFragment recordFragment, byte[] record) {
        byte[] bytes =
                Arrays.copyOfRange(record, recordFragment.offset(), recordFragment.offset() + recordFragment.length());
        return new Chunk(recordFragment.isFirst(), recordFragment.isLast(), bytes);
    }

    /**
     * The bytes of a record that has not ended. They may become available or unavailable between two calls. If one says
     * that they are away, the level waits; they are gone only if a second read finds nothing and they are not away.
     *
     * @return null when they are gone, or the level waits for them
     */
    private static byte @Nullable [] read(SendLevel level, OutstandingRecord outstandingRecord) {
        Payload payload = outstandingRecord.item().payload();
        byte[] record = payload.read();
        boolean isAway = record == null && payload.isAway();
        if (record == null && !isAway) {
            record = payload.read();
            isAway = record == null && payload.isAway();
        }
        if (isAway) {
            level.missed(outstandingRecord);
        }
        return record;
    }

    private boolean isLeft(OutstandingRecord outstandingRecord, long nowNanos) {
        if (!outstandingRecord.hasEnded() && outstandingRecord.item().isExpired(nowNanos)) {
            end(outstandingRecord, RecordOutcome.EXPIRED);
        }
        return !outstandingRecord.hasEnded();
    }

    /** @return false when the level waits for it, so that nothing may follow */
    private boolean collect(
            SendLevel level,
            OutstandingRecord outstandingRecord,
            List<OutstandingRecord> entries,
            List<byte[]> records) {
        byte[] record = read(level, outstandingRecord);
        if (record != null) {
            entries.add(outstandingRecord);
            records.add(record);
        } else if (level.misses()) {
            return false;
        } else if (outstandingRecord.placed() == 0) {
            queue.drop(outstandingRecord, RecordOutcome.DROPPED_UNREADABLE);
        } else {
            end(outstandingRecord, RecordOutcome.DROPPED_UNREADABLE);
        }
        return true;
    }

    private List<RecordFragment> place(SendLevel level, List<OutstandingRecord> entries, PackedBody packedBody) {
        List<RecordFragment> pieces = new ArrayList<>();
        for (int i = 0; i < packedBody.whole(); i++) {
            pieces.add(place(entries.get(i), entries.get(i).unplaced()));
        }
        level.partial(null);
        if (packedBody.bytesOfNext() > 0) {
            OutstandingRecord split = entries.get(packedBody.whole());
            pieces.add(place(split, packedBody.bytesOfNext()));
            level.partial(split);
        }
        return pieces;
    }

    private RecordFragment place(OutstandingRecord outstandingRecord, int bytes) {
        if (outstandingRecord.placed() == 0) {
            queue.takeOff(outstandingRecord);
        }
        RecordFragment recordFragment = new RecordFragment(outstandingRecord, outstandingRecord.placed(), bytes);
        outstandingRecord.place(bytes);
        if (!outstandingRecord.item().reliable() && outstandingRecord.unplaced() == 0) {
            end(outstandingRecord, RecordOutcome.SENT);
        }
        return recordFragment;
    }

    private void end(OutstandingRecord outstandingRecord, RecordOutcome recordOutcome) {
        queue.forget(outstandingRecord);
        recordAccounts.endInFlight(outstandingRecord, recordOutcome);
    }
}
