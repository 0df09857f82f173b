package org.c4igateway.wan.link.send;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.TreeMap;
import org.c4igateway.wan.frame.SequenceSet;
import org.c4igateway.wan.frame.body.ChunkPacker;
import org.c4igateway.wan.link.record.OutstandingRecord;
import org.c4igateway.wan.link.record.RecordFragment;
import org.jspecify.annotations.Nullable;

/**
 * The frames of one level that are still of interest: numbers {@code base} to {@code next - 1}. Those outstanding are
 * kept in the order of their last sending, those lost in the order of the level.
 */
public final class SendLevel {
    private static final int LEAST = 64;

    final int number;
    /** A ring by sequence, that doubles as more are retained and is small again when none is. */
    private @Nullable Frame[] frames = new Frame[LEAST];

    private final SequencedSet<Frame> outstanding = new LinkedHashSet<>();
    private final SequenceSet outstandingSequences = new SequenceSet();
    private final TreeMap<Long, Frame> lost = new TreeMap<>();
    private long base;
    private long next;
    private @Nullable OutstandingRecord partial;
    private @Nullable OutstandingRecord missed;

    SendLevel(int number) {
        this.number = number;
    }

    /** Lowest number still of interest. */
    public long base() {
        return base;
    }

    /** Number of the next new frame. */
    public long next() {
        return next;
    }

    int retained() {
        return (int) (next - base);
    }

    /** The record whose first pieces are in earlier frames; it has to go on before anything else of the level. */
    @Nullable OutstandingRecord partial() {
        return partial;
    }

    void partial(@Nullable OutstandingRecord outstandingRecord) {
        partial = outstandingRecord;
    }

    /** The bytes of this record are away. */
    void missed(OutstandingRecord outstandingRecord) {
        missed = outstandingRecord;
    }

    /** Whether bytes were away since {@link #waits} was asked last. */
    boolean misses() {
        return missed != null;
    }

    /** Whether the level has no work, because bytes that come next, or are to be repaired, are away. */
    boolean waits() {
        if (missed != null && (missed.hasEnded() || !missed.item().payload().isAway())) {
            missed = null;
        }
        return missed != null;
    }

    /** The next frame, which goes out now: tell {@link #outstanding(Frame)}. */
    Frame append(List<RecordFragment> pieces, ChunkPacker packer) {
        if (next - base == frames.length) {
            grow();
        }
        Frame frame = new Frame(number, next++, pieces, packer);
        frames[slot(frame.sequence)] = frame;
        return frame;
    }

    /** @return null when the number is below or above the window */
    @Nullable Frame frame(long sequence) {
        return sequence < base || sequence >= next ? null : frames[slot(sequence)];
    }

    private void grow() {
        @Nullable Frame[] before = frames;
        frames = new Frame[2 * before.length];
        for (Frame frame : before) {
            if (frame != null) {
                frames[slot(frame.sequence)] = frame;
            }
        }
    }

    private int slot(long sequence) {
        return (int) (sequence & (frames.length - 1));
    }

    SequencedSet<Frame> outstanding() {
        return outstanding;
    }

    /** Those among the outstanding ones from this sequence on and below the end, by their offset from the first. */
    BitSet outstanding(long from, long end) {
        return outstandingSequences.range(from, (int) Math.max(0, end - from));
    }

    boolean hasLost() {
        return !lost.isEmpty();
    }

    Frame firstLost() {
        return lost.firstEntry().getValue();
    }

    /** It was sent (again). */
    void outstanding(Frame frame) {
        lost.remove(frame.sequence);
        frame.state = Frame.State.OUTSTANDING;
        outstanding.remove(frame);
        outstanding.addLast(frame);
        outstandingSequences.add(frame.sequence);
    }

    void lost(Frame frame) {
        notOutstanding(frame);
        frame.state = Frame.State.LOST;
        lost.put(frame.sequence, frame);
    }

    void settled(Frame frame) {
        notOutstanding(frame);
        lost.remove(frame.sequence);
        frame.state = Frame.State.SETTLED;
    }

    private void notOutstanding(Frame frame) {
        outstanding.remove(frame);
        outstandingSequences.remove(frame.sequence);
    }

    /** Lets go of the lowest number. */
    void advanceBase() {
        Frame frame = frame(base);
        if (frame != null) {
            frames[slot(base++)] = null;
            settled(frame);
            outstandingSequences.dropBelow(base);
        }
        if (base == next && frames.length > LEAST) {
            frames = new Frame[LEAST];
        }
    }

    /** Lets go of all frames. @return the records that had not ended, each once, in their order */
    List<OutstandingRecord> abandon() {
        List<OutstandingRecord> open = new ArrayList<>();
        SequencedSet<OutstandingRecord> seen = new LinkedHashSet<>();
        for (long sequence = base; sequence < next; sequence++) {
            Frame frame = frame(sequence);
            if (frame != null) {
                frame.pieces.forEach(piece -> seen.add(piece.entry()));
            }
        }
        seen.stream().filter(outstandingRecord -> !outstandingRecord.hasEnded()).forEach(open::add);
        frames = new Frame[LEAST];
        outstanding.clear();
        outstandingSequences.clear();
        lost.clear();
        base = next;
        partial = null;
        missed = null;
        return open;
    }
}
