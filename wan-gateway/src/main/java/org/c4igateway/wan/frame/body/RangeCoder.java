package org.c4igateway.wan.frame.body;

import java.util.Arrays;
import org.c4igateway.wan.frame.wire.WireOut;
import org.jspecify.annotations.Nullable;

/**
 * A binary range coder with adaptive probabilities, one for each node of the model. Writing and reading run through the
 * same calls: {@link #bit} takes the bit to write, or ignores it, and returns the bit written or read. One thread at a
 * time.
 *
 * <p>The interval {@code low} to {@code high} of 32-bit numbers is divided in proportion to the probability of a one;
 * its equal leading bytes are the output. What follows the last byte counts as zeros.
 */
abstract sealed class RangeCoder permits RangeCoder.Writer, RangeCoder.Reader {
    private static final int ONE_BITS = 16;
    /** A node learns from this many bits as if all had the same weight, then forgets the oldest. */
    private static final int MEMORY = 60;

    private static final int EVEN = 1 << (ONE_BITS - 1);
    private static final int COUNT_BITS = 8;
    private static final int PAGE_BITS = 5;
    private static final int PAGE = 1 << PAGE_BITS;

    /**
     * What the nodes have learnt: the chance of a one, against even, above how many bits it is from. The heads of a
     * frame need few of the nodes, so a page of them is made when one is needed.
     */
    private final int[] @Nullable [] pages;

    /** Unsigned 32 bits each. */
    long low;

    long high = 0xffff_ffffL;

    RangeCoder(int nodes) {
        pages = new int[(nodes + PAGE - 1) >> PAGE_BITS][];
    }

    /** Writes or reads a bit whose probability the node has learnt. */
    final int bit(int bit, int node) {
        int[] page = page(node >> PAGE_BITS);
        int learnt = page[node & (PAGE - 1)];
        int chance = (learnt >> COUNT_BITS) ^ EVEN;
        int count = learnt & ((1 << COUNT_BITS) - 1);
        int coded = divide(bit, chance);
        int target = coded == 0 ? 0 : (1 << ONE_BITS) - 1;
        long step = (long) (target - chance) * (655_360 / (10 * count + 16));
        chance += (int) (step >> ONE_BITS);
        page[node & (PAGE - 1)] = ((chance ^ EVEN) << COUNT_BITS) | Math.min(MEMORY, count + 1);
        return coded;
    }

    private int[] page(int number) {
        int[] page = pages[number];
        if (page == null) {
            page = new int[PAGE];
            pages[number] = page;
        }
        return page;
    }

    /** Writes or reads the lowest bits of a number, each as likely one as zero. */
    final long even(long bits, int count) {
        long coded = 0;
        for (int i = count - 1; i >= 0; i--) {
            coded = (coded << 1) | divide((int) (bits >>> i) & 1, EVEN);
        }
        return coded;
    }

    private int divide(int bit, int chance) {
        int sure = Math.clamp(chance, 64, (1 << ONE_BITS) - 64);
        long middle = low + ((high - low) >>> ONE_BITS) * sure + ((((high - low) & 0xffff) * sure) >>> ONE_BITS);
        int coded = choose(bit, middle);
        if (coded == 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
        while (((low ^ high) & 0xff00_0000L) == 0) {
            shift();
            low = (low << 8) & 0xffff_ffffL;
            high = ((high << 8) & 0xffff_ffffL) | 0xff;
        }
        return coded;
    }

    /** The bit; when reading, one if the input is not above the middle. */
    abstract int choose(int bit, long middle);

    /** The top bytes of both bounds are equal and leave. */
    abstract void shift();

    /** Writes. */
    static final class Writer extends RangeCoder {
        private final WireOut out = new WireOut(256);

        Writer(int nodes) {
            super(nodes);
        }

        @Override
        int choose(int bit, long middle) {
            return bit;
        }

        @Override
        void shift() {
            out.octet((int) (high >>> 24));
        }

        /** Ends with the fewest bytes that fall into the interval, zeros at the end left out. */
        byte[] finish() {
            for (int bytes = 0; bytes <= 4; bytes++) {
                long unit = 1L << (32 - 8 * bytes);
                long value = (low + unit - 1) / unit * unit;
                if (value <= high) {
                    out.fixed(value >>> (32 - 8 * bytes), bytes);
                    break;
                }
            }
            byte[] all = out.toArray();
            int end = all.length;
            while (end > 0 && all[end - 1] == 0) {
                end--;
            }
            return Arrays.copyOf(all, end);
        }
    }

    /** Reads; the bytes are not copied. */
    static final class Reader extends RangeCoder {
        private final byte[] bytes;
        private final int end;
        private int position;
        private long input;

        Reader(int nodes, byte[] bytes, int start, int end) {
            super(nodes);
            this.bytes = bytes;
            this.end = end;
            this.position = start;
            for (int i = 0; i < 4; i++) {
                shift();
            }
        }

        @Override
        int choose(int bit, long middle) {
            return input <= middle ? 1 : 0;
        }

        @Override
        void shift() {
            int next = position < end ? bytes[position] & 0xff : 0;
            position++;
            input = ((input << 8) & 0xffff_ffffL) | next;
        }

        /** Whether all bytes were needed. */
        boolean usedAll() {
            return position >= end;
        }
    }
}
