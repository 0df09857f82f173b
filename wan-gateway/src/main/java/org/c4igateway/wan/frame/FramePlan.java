package org.c4igateway.wan.frame;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The records that may go into one body, laid out as heads and texts, so that a body can be cut after any byte of text.
 * One thread at a time.
 */
final class FramePlan {
    /** A piece this small does not pay for its head. */
    private static final int SMALLEST_PIECE = 16;

    private final WireOut heads = new WireOut(512);
    private final WireOut texts = new WireOut(8_192);
    private final List<Place> places = new ArrayList<>();
    private final FrameContexts contexts = new FrameContexts();
    private int chunkBytes;

    /**
     * Where a record stands.
     *
     * @param flags first byte of its head
     * @param headRest offset of what follows the text length in its head
     * @param headEnd end of its head
     * @param pieceStart start of its text
     * @param textEnd end of its text
     * @param taken bytes of the record before that text that go into the same chunk
     * @param chunkBytes sum of all chunks up to this one
     * @param complete whether all of the record is here
     */
    private record Place(
            int flags,
            int headRest,
            int headEnd,
            int pieceStart,
            int textEnd,
            int taken,
            int chunkBytes,
            boolean complete) {}

    /**
     * A front part of the plan.
     *
     * @param heads bytes of the heads section
     * @param textBytes length of the front part of the texts
     * @param whole records that end in it
     * @param bytesOfNext bytes of the next record in it
     * @param chunkBytes sum of its chunks
     */
    record Cut(byte[] heads, int textBytes, int whole, int bytesOfNext, int chunkBytes) {}

    /** Adds a record from an offset. @return whether more can be added */
    boolean add(byte[] record, int offset) {
        return add(record, offset, new Ends(offset == 0, true));
    }

    /** Adds a chunk that was packed before. */
    void add(Chunk chunk) {
        add(chunk.bytes(), 0, new Ends(chunk.first(), chunk.last()));
    }

    /** Whether bytes begin and end a record. */
    private record Ends(boolean first, boolean last) {}

    private boolean add(byte[] record, int offset, Ends ends) {
        RecordHead head = ends.first() ? RecordHead.of(record) : null;
        int known = head == null ? -1 : contexts.find(record, head);
        if (head == null || (known < 0 && contexts.isFull()) || head.textStart() > left()) {
            return addOpaque(record, offset, ends);
        }
        int text = Math.min(record.length - head.textStart(), left() - head.textStart());
        boolean complete = ends.last() && text == record.length - head.textStart();
        int flags = (known < 0 ? 1 : known + 2) * 4 + 2 + (complete ? 1 : 0);
        heads.octet(flags).varint(text);
        int rest = heads.size();
        long[] base = known < 0 ? contexts.baseOfNew(head.numbers().length) : contexts.base(known);
        if (known < 0) {
            byte[] context = Arrays.copyOfRange(record, head.contextStart(), head.contextEnd());
            heads.varint(head.numbers().length).varint(context.length);
            texts.raw(context);
            contexts.add(context, head.numbers());
        } else {
            contexts.replace(known, head.numbers());
        }
        for (int i = 0; i < head.numbers().length; i++) {
            heads.signed(head.numbers()[i] - base[i]);
        }
        place(record, head.textStart(), text, new Front(flags, rest, head.textStart(), complete));
        return complete && left() > 0;
    }

    /** Adds a record as text only. @return whether more can be added */
    boolean addOpaque(byte[] record, int offset) {
        return addOpaque(record, offset, new Ends(offset == 0, true));
    }

    private boolean addOpaque(byte[] record, int offset, Ends ends) {
        int text = Math.min(record.length - offset, left());
        boolean complete = ends.last() && text == record.length - offset;
        int flags = (ends.first() ? 2 : 0) + (complete ? 1 : 0);
        heads.octet(flags).varint(text);
        place(record, offset, text, new Front(flags, heads.size(), 0, complete));
        return complete && left() > 0;
    }

    /** What is known of a {@link Place} when its head has been written. */
    private record Front(int flags, int headRest, int taken, boolean complete) {}

    private void place(byte[] record, int from, int text, Front front) {
        int start = texts.size();
        texts.raw(record, from, text);
        chunkBytes += front.taken() + text;
        places.add(new Place(
                front.flags(),
                front.headRest(),
                heads.size(),
                start,
                texts.size(),
                front.taken(),
                chunkBytes,
                front.complete()));
    }

    private int left() {
        return FrameLimits.MAX_UNPACKED - chunkBytes;
    }

    byte[] texts() {
        return texts.array();
    }

    int textBytes() {
        return texts.size();
    }

    int headBytes() {
        return heads.size();
    }

    /**
     * The front part with at most this much text.
     *
     * @param split whether a record may be split although others went in before it
     */
    Cut cut(int textBytes, boolean split) {
        int whole = 0;
        while (whole < places.size()
                && places.get(whole).complete()
                && places.get(whole).textEnd() <= textBytes) {
            whole++;
        }
        Cut ended = endAfter(whole);
        if (whole == places.size()) {
            return ended;
        }
        Place next = places.get(whole);
        int piece = Math.min(textBytes, next.textEnd()) - next.pieceStart();
        if (piece < 1 || (whole > 0 && (!split || piece < SMALLEST_PIECE))) {
            return ended;
        }
        WireOut out = new WireOut(ended.heads().length + 64).raw(ended.heads());
        out.octet(next.flags() & ~1).varint(piece);
        out.raw(heads.array(), next.headRest(), next.headEnd() - next.headRest());
        int bytes = next.taken() + piece;
        return new Cut(out.toArray(), next.pieceStart() + piece, whole, bytes, ended.chunkBytes() + bytes);
    }

    /** All of the plan. */
    Cut all() {
        return endAfter(places.size());
    }

    private Cut endAfter(int whole) {
        if (whole == 0) {
            return new Cut(new byte[0], 0, 0, 0, 0);
        }
        Place last = places.get(whole - 1);
        byte[] front = Arrays.copyOf(heads.array(), last.headEnd());
        return new Cut(front, last.textEnd(), whole, 0, last.chunkBytes());
    }
}
