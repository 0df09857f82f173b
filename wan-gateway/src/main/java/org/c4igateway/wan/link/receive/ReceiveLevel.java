package org.c4igateway.wan.link.receive;

import java.util.BitSet;
import java.util.TreeMap;
import org.c4igateway.wan.frame.DataFrame;
import org.c4igateway.wan.frame.LevelFeedback;
import org.c4igateway.wan.frame.body.ChunkUnpacker;
import org.c4igateway.wan.frame.body.Unpacking;
import org.c4igateway.wan.link.measure.ReceiveCounts;
import org.c4igateway.wan.link.record.RecordAssembly;

/**
 * One level of a peer's stream: takes frames in any order, hands their records on in the order of the level, and knows
 * what is missing. Keeps at most a window of frames.
 */
final class ReceiveLevel {
    private static final long UNKNOWN = -1;

    private final int number;
    private final int windowFrames;
    private final ChunkUnpacker unpacker;
    private final RecordAssembly assembly;
    private final ReceiveCounts counts;
    private final TreeMap<Long, byte[]> waiting = new TreeMap<>();
    private long next = UNKNOWN;

    ReceiveLevel(int number, int windowFrames, ChunkUnpacker unpacker, RecordAssembly assembly, ReceiveCounts counts) {
        this.number = number;
        this.windowFrames = windowFrames;
        this.unpacker = unpacker;
        this.assembly = assembly;
        this.counts = counts;
    }

    /** @return whether this frame shows that an earlier one is missing */
    boolean take(DataFrame frame) {
        if (next == UNKNOWN) {
            next = frame.base();
        }
        skipTo(frame.base());
        long sequence = frame.sequence();
        if (sequence < next || waiting.containsKey(sequence)) {
            counts.duplicates++;
            return false;
        }
        if (sequence - next >= windowFrames) {
            counts.beyondWindow++;
            return false;
        }
        boolean ahead = waiting.isEmpty() ? sequence > next : sequence > waiting.lastKey() + 1;
        waiting.put(sequence, frame.body());
        drain();
        return ahead;
    }

    /** Hands on the kept frames below the peer's base; frames that are missing there never come. */
    private void skipTo(long base) {
        while (!waiting.isEmpty() && waiting.firstKey() < base) {
            if (waiting.firstKey() > next) {
                assembly.abandon();
            }
            next = waiting.firstKey();
            drain();
        }
        if (next < base) {
            assembly.abandon();
            next = base;
            drain();
        }
    }

    private void drain() {
        byte[] body = waiting.remove(next);
        while (body != null) {
            next++;
            consume(body);
            body = waiting.remove(next);
        }
    }

    private void consume(byte[] body) {
        switch (unpacker.unpack(body)) {
            case Unpacking.Chunks chunks -> assembly.take(chunks.chunks());
            case Unpacking.Refused refused -> assembly.unreadable();
        }
    }

    boolean isKnown() {
        return next != UNKNOWN;
    }

    /** How many frames are kept because one before them is missing. */
    int waiting() {
        return waiting.size();
    }

    /** What to tell the peer; describes at most so many sequences. */
    LevelFeedback feedback(int maxSpan) {
        BitSet received = new BitSet();
        for (long sequence : waiting.keySet()) {
            long bit = sequence - next - 1;
            if (bit >= maxSpan) {
                break;
            }
            received.set((int) bit);
        }
        return new LevelFeedback(number, next, received);
    }
}
