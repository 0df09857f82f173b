package org.c4igateway.wan.link.send;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.TreeMap;
import org.c4igateway.wan.frame.body.ChunkPacker;
import org.c4igateway.wan.link.record.OutstandingRecord;
import org.c4igateway.wan.link.record.RecordFragment;
import org.jspecify.annotations.Nullable;

/**
 * The frames of one level that are still of interest: numbers {@code base} to {@code next - 1}. Those outstanding are
 * kept in the order of their last sending, those lost in the order of the level.
 */
public final class SendLevel {
    final int number;
    private final Map<Long, Frame> frames = new HashMap<>();
    private final SequencedSet<Frame> outstanding = new LinkedHashSet<>();
    private final TreeMap<Long, Frame> lost = new TreeMap<>();
    private long base;
    private long next;
    private @Nullable OutstandingRecord partial;

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
        return frames.size();
    }

    /** The record whose first pieces are in earlier frames; it has to go on before anything else of the level. */
    @Nullable OutstandingRecord partial() {
        return partial;
    }

    void partial(@Nullable OutstandingRecord outstandingRecord) {
        partial = outstandingRecord;
    }

    Frame append(List<RecordFragment> pieces, ChunkPacker packer) {
        Frame frame = new Frame(number, next++, pieces, packer);
        frames.put(frame.sequence, frame);
        outstanding.addLast(frame);
        return frame;
    }

    /** @return null when the number is below or above the window */
    @Nullable Frame frame(long sequence) {
        return frames.get(sequence);
    }

    SequencedSet<Frame> outstanding() {
        return outstanding;
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
    }

    void lost(Frame frame) {
        outstanding.remove(frame);
        frame.state = Frame.State.LOST;
        lost.put(frame.sequence, frame);
    }

    void settled(Frame frame) {
        outstanding.remove(frame);
        lost.remove(frame.sequence);
        frame.state = Frame.State.SETTLED;
    }

    /** Lets go of the lowest number. */
    void advanceBase() {
        Frame frame = frames.remove(base++);
        if (frame != null) {
            settled(frame);
        }
    }

    /** Lets go of all frames. @return the records that had not ended, each once, in their order */
    List<OutstandingRecord> abandon() {
        List<OutstandingRecord> open = new ArrayList<>();
        SequencedSet<OutstandingRecord> seen = new LinkedHashSet<>();
        for (long sequence = base; sequence < next; sequence++) {
            Frame frame = frames.get(sequence);
            if (frame != null) {
                frame.pieces.forEach(piece -> seen.add(piece.entry()));
            }
        }
        seen.stream().filter(outstandingRecord -> !outstandingRecord.hasEnded()).forEach(open::add);
        frames.clear();
        outstanding.clear();
        lost.clear();
        base = next;
        partial = null;
        return open;
    }
}
