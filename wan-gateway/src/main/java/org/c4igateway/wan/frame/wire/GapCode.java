package org.c4igateway.wan.frame.wire;

import java.util.BitSet;
import org.c4igateway.wan.frame.LevelFeedback;

/**
 * The received bits of a {@link LevelFeedback} in the shorter of two forms.
 *
 * <pre>
 *  varint  length * 2 + form; length 0 = no gap, nothing follows
 *  form 0  length bytes: the bits, lowest first
 *  form 1  length varints: lengths of runs, clear and set in turn, clear first; only that first one may be 0
 * </pre>
 *
 * <p>Both end with a set bit.
 */
public final class GapCode {
    private static final int MAX_RUNS = 1_024;

    private GapCode() {}

    /**
     * How many of these bits, from the first one on, take so many bytes at most.
     *
     * @return their number; the last of them is set, or it is 0
     */
    public static int fitting(BitSet bits, int maxBytes) {
        int byMap = bits.previousSetBit(Math.min(maxBytes * Byte.SIZE, FrameLimits.MAX_FEEDBACK_SPAN - 1) - 1) + 1;
        int byRuns = 0;
        int bytes = 0;
        for (int runs = 2; runs <= MAX_RUNS && byRuns < bits.length(); runs += 2) {
            int set = bits.nextSetBit(byRuns);
            int clear = Math.min(bits.nextClearBit(set), FrameLimits.MAX_FEEDBACK_SPAN - 1);
            bytes += WireOut.varintBytes(set - byRuns) + WireOut.varintBytes(clear - set);
            if (bytes > maxBytes || set >= clear) {
                break;
            }
            byRuns = clear;
        }
        return Math.max(byMap, byRuns);
    }

    public static void write(BitSet bits, WireOut out) {
        int mapBytes = (bits.length() + 7) / 8;
        WireOut runs = new WireOut(64);
        int count = 0;
        int from = 0;
        while (from < bits.length() && runs.size() < mapBytes && count + 2 <= MAX_RUNS) {
            int set = bits.nextSetBit(from);
            int clear = bits.nextClearBit(set);
            runs.varint(set - from).varint(clear - set);
            count += 2;
            from = clear;
        }
        if (from < bits.length() || runs.size() >= mapBytes) {
            byte[] map = bits.toByteArray();
            out.varint(2L * map.length).raw(map);
        } else {
            out.varint(2L * count + 1).raw(runs.toArray());
        }
    }

    public static BitSet read(WireIn in) {
        int head = in.count(2 * (FrameLimits.MAX_FEEDBACK_SPAN / 8) + 1, "length of the gaps");
        int length = head >>> 1;
        if ((head & 1) == 0) {
            BitSet bits = BitSet.valueOf(in.raw(length));
            if ((bits.length() + 7) / 8 != length) {
                in.fail("a bitmap that does not end with a set bit");
            }
            return bounded(bits, in);
        }
        BitSet bits = new BitSet();
        if (length == 0 || length > MAX_RUNS || length % 2 != 0) {
            in.fail(length + " runs");
        }
        int at = 0;
        for (int i = 0; i < length && !in.failed(); i++) {
            int run = in.count(FrameLimits.MAX_FEEDBACK_SPAN - 1 - at, "length of a run");
            if (run == 0 && i > 0) {
                in.fail("an empty run");
            }
            if (i % 2 == 1) {
                bits.set(at, at + run);
            }
            at += run;
        }
        return bounded(bits, in);
    }

    private static BitSet bounded(BitSet bits, WireIn in) {
        if (bits.length() >= FrameLimits.MAX_FEEDBACK_SPAN) {
            in.fail("feedback spans " + bits.length() + " sequences");
        }
        return in.failed() ? new BitSet(0) : bits;
    }
}
