package org.c4igateway.wan.frame.body;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.c4igateway.wan.frame.record.RecordHead;

/**
 * The contexts that have occurred in a body so far, with the numbers and differences that came last with each: what
 * fronts of records are relative to. Packing and unpacking take the same steps. One thread at a time.
 */
final class FrameContexts {
    /** So that a form fits six bits. */
    static final int MOST = 62;

    private static final long[] ZEROS = new long[RecordHead.MAX_NUMBERS];

    private final List<byte[]> contexts = new ArrayList<>();
    private final List<long[]> numbers = new ArrayList<>();
    private final List<long[]> differences = new ArrayList<>();
    private long[] latest = {};

    int size() {
        return contexts.size();
    }

    boolean isFull() {
        return contexts.size() == MOST;
    }

    byte[] context(int index) {
        return contexts.get(index);
    }

    /** How many numbers go with a context. */
    int count(int index) {
        return numbers.get(index).length;
    }

    /** Index of a record's context, or -1. */
    int find(byte[] record, RecordHead head) {
        for (int i = contexts.size() - 1; i >= 0; i--) {
            byte[] context = contexts.get(i);
            if (count(i) == head.numbers().length
                    && Arrays.equals(context, 0, context.length, record, head.contextStart(), head.contextEnd())) {
                return i;
            }
        }
        return -1;
    }

    /** What the numbers of a context are relative to. */
    long[] base(int index) {
        return numbers.get(index);
    }

    /** What the numbers of a new context are relative to: those of the record before, if it has as many, else zeros. */
    long[] baseOfNew(int count) {
        return latest.length == count ? latest : ZEROS;
    }

    /** The differences that came last with a context. */
    long[] expected(int index) {
        return differences.get(index);
    }

    /** The differences to expect of a new context. */
    long[] expectedOfNew() {
        return ZEROS;
    }

    void add(byte[] context, long[] itsNumbers, long[] itsDifferences) {
        contexts.add(context);
        numbers.add(itsNumbers);
        differences.add(itsDifferences);
        latest = itsNumbers;
    }

    void replace(int index, long[] itsNumbers, long[] itsDifferences) {
        numbers.set(index, itsNumbers);
        differences.set(index, itsDifferences);
        latest = itsNumbers;
    }
}
