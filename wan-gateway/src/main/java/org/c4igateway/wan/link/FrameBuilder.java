package org.c4igateway.wan.link;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.c4igateway.wan.frame.Chunk;
import org.c4igateway.wan.frame.ChunkPacker;
import org.c4igateway.wan.frame.Packed;
import org.jspecify.annotations.Nullable;

/**
 * Puts waiting records into frames, and rebuilds frames that were lost without what has ended since.
 *
 * <p>A piece that is left out of a rebuilt frame while its record is incomplete at the receiver leaves an empty record
 * in its place. It is not delivered, but it closes the incomplete record, so that a later piece of it cannot be joined
 * to the wrong beginning.
 */
final class FrameBuilder {
    private static final int MOST_RECORDS = 512;
    /** More than compression ever saves on such records; what is offered to the packer beyond does no harm. */
    private static final int OFFERED_PER_ROOM = 8;

    private final SendQueue queue;
    private final Ledger ledger;
    private ChunkPacker packer;

    /** A new body, what is in it, and what made it. */
    record Built(byte[] body, List<Piece> pieces, ChunkPacker packer) {}

    FrameBuilder(SendQueue queue, Ledger ledger, ChunkPacker packer) {
        this.queue = queue;
        this.ledger = ledger;
        this.packer = packer;
    }

    /** From now on packs new frames with this one. */
    void use(ChunkPacker next) {
        packer = next;
    }

    /** @return null when nothing of the lane is left to be sent */
    @Nullable Built fresh(SendLane lane, int room, long nowNanos) {
        List<Entry> entries = new ArrayList<>();
        List<byte[]> records = new ArrayList<>();
        Entry begun = lane.partial();
        if (begun != null && isLeft(begun, nowNanos)) {
            collect(begun, entries, records);
        }
        if (entries.isEmpty()) {
            lane.partial(null);
        }
        for (Entry entry : queue.head(lane.number, MOST_RECORDS, room * OFFERED_PER_ROOM)) {
            collect(entry, entries, records);
        }
        if (entries.isEmpty()) {
            return null;
        }
        Packed packed = packer.pack(records, entries.getFirst().placed(), room);
        ledger.packed(lane.number, packed.plainBytes(), packed.body().length);
        return new Built(packed.body(), place(lane, entries, packed), packer);
    }

    /**
     * The body of a lost frame, without what has ended. Should what is left not fit, because it compressed well only
     * together with what has gone, the frame goes out as it was; should that not fit either, the last of it is dropped.
     */
    byte[] rebuild(Frame frame, int room, long nowNanos) {
        byte[] body = frame.packer.repack(chunks(frame, nowNanos));
        if (body.length > room) {
            byte[] whole = frame.packer.repack(chunksAsSent(frame));
            body = whole.length <= room ? whole : body;
        }
        for (Piece piece : frame.pieces.reversed()) {
            if (body.length <= room) {
                break;
            }
            if (!piece.entry().hasEnded() && piece.entry().item().reliable()) {
                end(piece.entry(), Ending.DROPPED_TOO_LARGE);
                body = frame.packer.repack(chunks(frame, nowNanos));
            }
        }
        return body;
    }

    private List<Chunk> chunks(Frame frame, long nowNanos) {
        List<Chunk> chunks = new ArrayList<>();
        for (Piece piece : frame.pieces) {
            Chunk chunk = chunk(piece, nowNanos);
            if (chunk != null) {
                chunks.add(chunk);
            } else if (!(piece.isFirst() && piece.isLast())) {
                chunks.add(new Chunk(true, true, new byte[0]));
            }
        }
        return chunks;
    }

    private static List<Chunk> chunksAsSent(Frame frame) {
        List<Chunk> chunks = new ArrayList<>();
        for (Piece piece : frame.pieces) {
            byte[] record = piece.entry().item().payload().read();
            chunks.add(record == null ? new Chunk(true, true, new byte[0]) : cut(piece, record));
        }
        return chunks;
    }

    private static Chunk cut(Piece piece, byte[] record) {
        byte[] bytes = Arrays.copyOfRange(record, piece.offset(), piece.offset() + piece.length());
        return new Chunk(piece.isFirst(), piece.isLast(), bytes);
    }

    private @Nullable Chunk chunk(Piece piece, long nowNanos) {
        Entry entry = piece.entry();
        if (entry.hasEnded() || !isLeft(entry, nowNanos) || !entry.item().reliable()) {
            return null;
        }
        byte[] record = entry.item().payload().read();
        if (record == null) {
            end(entry, Ending.DROPPED_UNREADABLE);
            return null;
        }
        return cut(piece, record);
    }

    private boolean isLeft(Entry entry, long nowNanos) {
        if (!entry.hasEnded() && entry.item().isExpired(nowNanos)) {
            end(entry, Ending.EXPIRED);
        }
        return !entry.hasEnded();
    }

    private void collect(Entry entry, List<Entry> entries, List<byte[]> records) {
        byte[] record = entry.item().payload().read();
        if (record == null && entry.placed() == 0) {
            queue.drop(entry, Ending.DROPPED_UNREADABLE);
        } else if (record == null) {
            end(entry, Ending.DROPPED_UNREADABLE);
        } else {
            entries.add(entry);
            records.add(record);
        }
    }

    private List<Piece> place(SendLane lane, List<Entry> entries, Packed packed) {
        List<Piece> pieces = new ArrayList<>();
        for (int i = 0; i < packed.whole(); i++) {
            pieces.add(place(entries.get(i), entries.get(i).unplaced()));
        }
        lane.partial(null);
        if (packed.bytesOfNext() > 0) {
            Entry split = entries.get(packed.whole());
            pieces.add(place(split, packed.bytesOfNext()));
            lane.partial(split);
        }
        return pieces;
    }

    private Piece place(Entry entry, int bytes) {
        if (entry.placed() == 0) {
            queue.takeOff(entry);
        }
        Piece piece = new Piece(entry, entry.placed(), bytes);
        entry.place(bytes);
        if (!entry.item().reliable() && entry.unplaced() == 0) {
            end(entry, Ending.SENT);
        }
        return piece;
    }

    private void end(Entry entry, Ending ending) {
        queue.forget(entry);
        ledger.endInFlight(entry, ending);
    }
}
