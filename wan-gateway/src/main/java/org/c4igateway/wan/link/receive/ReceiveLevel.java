package org.c4igateway.wan.link.receive;

import java.util.BitSet;
import org.c4igateway.wan.frame.DataFrame;
import org.c4igateway.wan.frame.LevelFeedback;
import org.c4igateway.wan.frame.body.ChunkUnpacker;
import org.c4igateway.wan.frame.body.Unpacking;
import org.c4igateway.wan.frame.wire.GapCode;
import org.c4igateway.wan.link.measure.ReceiveCounts;
import org.c4igateway.wan.link.record.RecordAssembly;

/**
 * One level of a peer's stream: takes frames in any order, hands their records on in the order of the level, and knows
 * what is missing. Keeps at most a window of frames.
 */
final class ReceiveLevel {
    private static final long UNKNOWN = -1;
    /** A part may describe so many times the sequences that it could with one bit each; rarely more. */
    private static final int LOOK_FURTHER = 2;

    private final int number;
    private final ReceiveWindow window;
    private final ChunkUnpacker unpacker;
    private final RecordAssembly assembly;
    private final ReceiveCounts counts;
    private final WaitingFrames waiting = new WaitingFrames();
    private long next = UNKNOWN;
    /** First sequence of the next part; at most {@code next} to begin anew, as after the last part. */
    private long untold;

    ReceiveLevel(
            int number, ReceiveWindow window, ChunkUnpacker unpacker, RecordAssembly assembly, ReceiveCounts counts) {
        this.number = number;
        this.window = window;
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
        if (sequence < next || waiting.has(sequence)) {
            counts.duplicates++;
            return false;
        }
        if (!window.admits(sequence - next)) {
            counts.beyondWindow++;
            return false;
        }
        boolean ahead = waiting.isEmpty() ? sequence > next : sequence > waiting.highest() + 1;
        if (sequence == next) {
            next++;
            consume(frame.body());
            drain();
        } else {
            waiting.put(sequence, frame.body());
            window.add(1);
        }
        return ahead;
    }

    /** Hands on the kept frames below the peer's base; frames that are missing there never come. */
    private void skipTo(long base) {
        while (!waiting.isEmpty() && waiting.lowest() < base) {
            assembly.abandon();
            next = waiting.lowest();
            drain();
        }
        if (next < base) {
            assembly.abandon();
            next = base;
            drain();
        }
    }

    private void drain() {
        for (byte[] body = waiting.take(next); body != null; body = waiting.take(next)) {
            window.add(-1);
            next++;
            consume(body);
        }
    }

    private void consume(byte[] body) {
        switch (unpacker.unpack(body)) {
            case Unpacking.Chunks chunks -> assembly.take(chunks.chunks());
            case Unpacking.Refused refused -> assembly.unreadable();
        }
    }

    int number() {
        return number;
    }

    boolean isKnown() {
        return next != UNKNOWN;
    }

    /** How many frames are kept because one before them is missing. */
    int waiting() {
        return waiting.count();
    }

    /** How many sequences lie between the one that is expected next and the highest that waits. */
    long span() {
        return waiting.isEmpty() ? 0 : waiting.highest() - next;
    }

    /** What to tell the peer; describes at most so many sequences. */
    LevelFeedback feedback(int maxSpan) {
        return new LevelFeedback(number, next, waiting.from(next + 1, maxSpan));
    }

    /** Whether {@link #part} has told some parts, and not yet the last one. */
    boolean isTelling() {
        return untold > next + 1 && untold - next <= span();
    }

    /**
     * The next part of what to tell the peer, in turn from the lowest to the highest, and then anew.
     *
     * @param maxBytes for the gaps, at least 8; 0 to tell only what is expected next
     */
    LevelFeedback part(int maxBytes) {
        if (maxBytes == 0) {
            return LevelFeedback.nothingBut(number, next);
        }
        long from = isTelling() ? untold : next + 1;
        BitSet received = waiting.from(from, maxBytes * Byte.SIZE * LOOK_FURTHER);
        int told = GapCode.fitting(received, maxBytes);
        if (told == received.length()) {
            received = waiting.from(from, LevelFeedback.PART_SPAN);
            told = GapCode.fitting(received, maxBytes);
        }
        received.clear(told, LevelFeedback.PART_SPAN);
        untold = from + (told == 0 ? LevelFeedback.PART_SPAN : told);
        boolean more = isTelling();
        if (!more) {
            untold = 0;
        }
        return new LevelFeedback(number, next, (int) (from - next - 1), more, received);
    }
}
