package org.c4igateway.wan.frame.body;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.c4igateway.wan.frame.record.RecordHead;
import org.c4igateway.wan.frame.wire.FrameLimits;
import org.c4igateway.wan.frame.wire.WireOut;

/**
 * The records that may go into one body, laid out as heads and texts, so that a body can be cut anywhere. Places in the
 * plan are counted in bytes of records and one more for each record. One thread at a time.
 */
final class FramePlan {
    /** A piece this small does not pay for its head. */
    private static final int MIN_PIECE = 16;

    /** Before the first record. */
    private static final Place NOWHERE = new Place(ChunkHead.opaque(true, true, 0), -1, 0, 0);

    private final WireOut texts = new WireOut(8_192);
    private final List<Place> places = new ArrayList<>();
    private final FrameContexts contexts = new FrameContexts();
    private int chunkBytes;

    /**
     * Where a record stands.
     *
     * @param head its head
     * @param start place where it begins
     * @param taken bytes of the record before its text that go into the same chunk
     * @param textStart where its text begins in the texts
     */
    private record Place(ChunkHead head, int start, int taken, int textStart) {
        int chunkBytes() {
            return taken + head.textBytes();
        }

        int end() {
            return start + 1 + chunkBytes();
        }

        int textEnd() {
            return textStart + head.textBytes();
        }
    }

    /**
     * A front part of the plan.
     *
     * @param end place where it ends
     * @param heads coded heads of its chunks
     * @param textBytes length of the front part of the texts
     * @param whole records that end in it
     * @param bytesOfNext bytes of the next record in it
     * @param chunkBytes sum of its chunks
     */
    record Cut(int end, byte[] heads, int textBytes, int whole, int bytesOfNext, int chunkBytes) {
        int chunks() {
            return whole + (bytesOfNext > 0 ? 1 : 0);
        }
    }

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
        RecordHead front = ends.first() ? RecordHead.of(record) : null;
        int known = front == null ? -1 : contexts.find(record, front);
        if (front == null || (known < 0 && contexts.isFull()) || front.textStart() > left()) {
            return addOpaque(record, offset, ends);
        }
        int text = Math.min(record.length - front.textStart(), left() - front.textStart());
        boolean complete = ends.last() && text == record.length - front.textStart();
        long[] numbers = front.numbers();
        long[] base = known < 0 ? contexts.baseOfNew(numbers.length) : contexts.base(known);
        long[] expected = known < 0 ? contexts.expectedOfNew() : contexts.expected(known);
        long[] differences = new long[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            differences[i] = numbers[i] - base[i];
        }
        int contextBytes = 0;
        if (known < 0) {
            byte[] context = Arrays.copyOfRange(record, front.contextStart(), front.contextEnd());
            contextBytes = context.length;
            texts.raw(context);
            contexts.add(context, numbers, differences);
        } else {
            contexts.replace(known, numbers, differences);
        }
        int form = known < 0 ? ChunkHead.NEW_CONTEXT : ChunkHead.FIRST_CONTEXT + known;
        place(
                record,
                front.textStart(),
                new ChunkHead(form, true, complete, text, contextBytes, differences, expected),
                front.textStart());
        return complete && left() > 0 && places.size() < ChunkHead.MOST;
    }

    /** Adds a record as text only. @return whether more can be added */
    boolean addOpaque(byte[] record, int offset) {
        return addOpaque(record, offset, new Ends(offset == 0, true));
    }

    private boolean addOpaque(byte[] record, int offset, Ends ends) {
        int text = Math.min(record.length - offset, left());
        boolean complete = ends.last() && text == record.length - offset;
        place(record, offset, ChunkHead.opaque(ends.first(), complete, text), 0);
        return complete && left() > 0 && places.size() < ChunkHead.MOST;
    }

    private void place(byte[] record, int from, ChunkHead head, int taken) {
        places.add(new Place(head, end(), taken, texts.size()));
        texts.raw(record, from, head.textBytes());
        chunkBytes += taken + head.textBytes();
    }

    private int left() {
        return FrameLimits.MAX_UNPACKED - chunkBytes;
    }

    byte[] texts() {
        return texts.array();
    }

    /** Place behind the last record. */
    int end() {
        return places.isEmpty() ? 0 : places.getLast().end();
    }

    /**
     * The front part up to a place.
     *
     * @param split whether a record may be split although others went in before it
     */
    Cut cut(int end, boolean split) {
        RangeCoder.Writer coder = HeadCode.writer();
        HeadCode code = new HeadCode(coder);
        int whole = 0;
        int bytes = 0;
        while (whole < places.size()
                && places.get(whole).head().ends()
                && places.get(whole).end() <= end) {
            places.get(whole).head().write(code);
            bytes += places.get(whole).chunkBytes();
            whole++;
        }
        if (whole < places.size() && (split || whole == 0)) {
            Place next = places.get(whole);
            int piece = Math.min(end, next.end()) - next.start() - 1 - next.taken();
            if (piece >= (whole == 0 ? 1 : MIN_PIECE)) {
                next.head().cutTo(piece).write(code);
                int begun = next.taken() + piece;
                return new Cut(
                        next.start() + 1 + begun,
                        coder.finish(),
                        next.textStart() + piece,
                        whole,
                        begun,
                        bytes + begun);
            }
        }
        Place last = whole == 0 ? NOWHERE : places.get(whole - 1);
        return new Cut(last.end(), coder.finish(), last.textEnd(), whole, 0, bytes);
    }

    /** All of the plan. */
    Cut all() {
        RangeCoder.Writer coder = HeadCode.writer();
        HeadCode code = new HeadCode(coder);
        places.forEach(place -> place.head().write(code));
        Place last = places.isEmpty() ? NOWHERE : places.getLast();
        return new Cut(last.end(), coder.finish(), last.textEnd(), places.size(), 0, chunkBytes);
    }
}
