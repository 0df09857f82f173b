package org.c4igateway.wan.link.receive;

import java.util.BitSet;
import org.c4igateway.wan.frame.SequenceSet;
import org.jspecify.annotations.Nullable;

/**
 * Bodies of frames that wait for one before them, by their sequence. A ring that doubles as they lie further apart, and
 * is small again when none waits. Its owner bounds how far apart they lie.
 */
final class WaitingFrames {
    private static final int LEAST = 64;

    private byte[] @Nullable [] slots = new byte[LEAST][];
    private final SequenceSet sequences = new SequenceSet();
    private int count;
    /** Nothing lies below; at most the sequence of the lowest. */
    private long lowest;
    /** Nothing lies above. */
    private long highest = -1;

    boolean isEmpty() {
        return count == 0;
    }

    int count() {
        return count;
    }

    /** Sequence of the highest; call it only when there is one. */
    long highest() {
        return highest;
    }

    /** Sequence of the lowest; call it only when there is one. */
    long lowest() {
        while (slots[slot(lowest)] == null) {
            lowest++;
        }
        return lowest;
    }

    boolean has(long sequence) {
        return sequence >= lowest && sequence <= highest && slots[slot(sequence)] != null;
    }

    /** Adds one that is not there. */
    void put(long sequence, byte[] body) {
        long from = count == 0 ? sequence : Math.min(lowest, sequence);
        long to = count == 0 ? sequence : Math.max(highest, sequence);
        if (to - from >= slots.length) {
            grow(to - from + 1);
        }
        lowest = from;
        highest = to;
        slots[slot(sequence)] = body;
        sequences.add(sequence);
        count++;
    }

    /** Takes the lowest, if it is this one. @return null when it is not */
    byte @Nullable [] take(long sequence) {
        if (!has(sequence) || lowest() != sequence) {
            return null;
        }
        int slot = slot(sequence);
        byte[] body = slots[slot];
        slots[slot] = null;
        sequences.remove(sequence);
        sequences.dropBelow(sequence);
        lowest++;
        if (--count == 0 && slots.length > LEAST) {
            slots = new byte[LEAST][];
        }
        return body;
    }

    /** Which of so many sequences from this one on are there. */
    BitSet from(long sequence, int span) {
        return sequences.range(sequence, span);
    }

    private void grow(long needed) {
        byte[] @Nullable [] before = slots;
        slots = new byte[Math.toIntExact(Long.highestOneBit(needed - 1) << 1)][];
        for (long sequence = lowest; sequence <= highest; sequence++) {
            slots[slot(sequence)] = before[(int) (sequence & (before.length - 1))];
        }
    }

    private int slot(long sequence) {
        return (int) (sequence & (slots.length - 1));
    }
}
