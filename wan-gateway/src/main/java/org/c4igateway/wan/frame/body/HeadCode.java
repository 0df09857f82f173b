package org.c4igateway.wan.frame.body;

import org.c4igateway.wan.frame.record.RecordHead;

/**
 * The fields of chunk heads as coded bits; for writing and reading, see {@link RangeCoder}.
 *
 * <p>Numbers are coded as how many bits they have, in seven steps down a tree, and then these bits but the first: the
 * two highest learnt, the others even. Each field and each column of numbers learns for itself. One thread at a time.
 */
final class HeadCode {
    /** Columns of {@link #number}: length of the text, length of a new context, then the numbers of a record. */
    static final int TEXT = 0;

    static final int CONTEXT = 1;
    static final int FIRST_NUMBER = 2;
    private static final int COLUMNS = FIRST_NUMBER + RecordHead.MAX_NUMBERS;

    private static final int SAME_FORM = 0;
    private static final int BEGINS = 1;
    private static final int ENDS = 2;
    private static final int FORM = 3;
    private static final int FORM_BITS = 6;
    private static final int COUNT = FORM + (1 << FORM_BITS);
    private static final int COUNT_BITS = 4;
    private static final int NUMBERS = COUNT + (1 << COUNT_BITS);
    private static final int WIDTH_BITS = 7;
    private static final int AS_BEFORE = 1 << WIDTH_BITS;
    private static final int LEADING = AS_BEFORE + 1;
    private static final int COLUMN_NODES = LEADING + 4 * (Long.SIZE + 1);
    private static final int NODES = NUMBERS + COLUMNS * COLUMN_NODES;

    private final RangeCoder coder;
    private int lastForm;

    HeadCode(RangeCoder coder) {
        this.coder = coder;
    }

    static RangeCoder.Writer writer() {
        return new RangeCoder.Writer(NODES);
    }

    static RangeCoder.Reader reader(byte[] bytes, int start, int end) {
        return new RangeCoder.Reader(NODES, bytes, start, end);
    }

    /** 0 text only, 1 new context, n &gt; 1 context n - 2. */
    int form(int form) {
        int same = coder.bit(form == lastForm ? 1 : 0, SAME_FORM);
        lastForm = same == 1 ? lastForm : tree(form, FORM_BITS, FORM);
        return lastForm;
    }

    boolean begins(boolean begins) {
        return coder.bit(begins ? 1 : 0, BEGINS) == 1;
    }

    boolean ends(boolean ends) {
        return coder.bit(ends ? 1 : 0, ENDS) == 1;
    }

    /** How many numbers a new context has, below 16. */
    int count(int count) {
        return tree(count, COUNT_BITS, COUNT);
    }

    /** A number that is as likely small as large, unsigned. */
    long number(long value, int column) {
        int base = NUMBERS + column * COLUMN_NODES;
        int width = tree(Long.SIZE - Long.numberOfLeadingZeros(value), WIDTH_BITS, base);
        if (width <= 1) {
            return width;
        }
        if (width > Long.SIZE) {
            return -1;
        }
        long coded = 1;
        int left = width - 1;
        for (int i = 0; i < 2 && left > 0; i++) {
            left--;
            int node = base + LEADING + 4 * width + (i == 0 ? 0 : 1 + (int) (coded & 1));
            coded = (coded << 1) | coder.bit((int) (value >>> left) & 1, node);
        }
        return (coded << left) | coder.even(value, left);
    }

    /** The difference of a number to the one before, which is often what it was the last time. */
    long difference(long difference, long before, int column) {
        int same = coder.bit(difference == before ? 1 : 0, NUMBERS + column * COLUMN_NODES + AS_BEFORE);
        if (same == 1) {
            return before;
        }
        long coded = number((difference << 1) ^ (difference >> 63), column);
        return (coded >>> 1) ^ -(coded & 1);
    }

    private int tree(int value, int bits, int base) {
        int node = 1;
        for (int i = bits - 1; i >= 0; i--) {
            node = (node << 1) | coder.bit((value >>> i) & 1, base + node);
        }
        return node - (1 << bits);
    }
}
