package org.c4igateway.wan.frame;

import java.util.BitSet;

/**
 * Level sequences of a window that moves up, one bit each: a range is read by words, not by sequences. Its owner bounds
 * how far apart they lie, and says which it needs no more.
 */
public final class SequenceSet {
    /** So many sequences that are not needed are kept at least, so that the bits are not moved for each. */
    private static final int SLACK = 4_096;

    private BitSet bits = new BitSet();
    /** Sequence of bit 0, a multiple of 64. */
    private long first;

    public boolean has(long sequence) {
        return sequence >= first && sequence - first < bits.length() && bits.get((int) (sequence - first));
    }

    public void add(long sequence) {
        if (bits.isEmpty()) {
            first = wordOf(sequence);
        }
        reachDownTo(sequence);
        bits.set((int) (sequence - first));
    }

    public void remove(long sequence) {
        if (has(sequence)) {
            bits.clear((int) (sequence - first));
        }
    }

    /** Those below are not asked for any more, and may be forgotten. */
    public void dropBelow(long sequence) {
        long dropped = wordOf(sequence) - first;
        if (dropped >= SLACK && 2 * dropped >= bits.length()) {
            bits = dropped < bits.length() ? bits.get((int) dropped, bits.length()) : new BitSet();
            first += dropped;
        }
    }

    public void clear() {
        bits = new BitSet();
    }

    /** @return bit {@code i} tells whether it has {@code from + i}; the caller's own, as long as asked for at most */
    public BitSet range(long from, int length) {
        if (bits.isEmpty() || from - first >= bits.length()) {
            return new BitSet();
        }
        reachDownTo(from);
        int begin = (int) (from - first);
        return bits.get(begin, begin + length);
    }

    private void reachDownTo(long sequence) {
        if (sequence < first) {
            long[] words = bits.toLongArray();
            int more = Math.toIntExact((first - wordOf(sequence)) / Long.SIZE);
            long[] moved = new long[more + words.length];
            System.arraycopy(words, 0, moved, more, words.length);
            bits = BitSet.valueOf(moved);
            first = wordOf(sequence);
        }
    }

    private static long wordOf(long sequence) {
        return sequence & -Long.SIZE;
    }
}
