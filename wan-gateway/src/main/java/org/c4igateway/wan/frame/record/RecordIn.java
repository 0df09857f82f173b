package org.c4igateway.wan.frame.record;

import java.util.ArrayList;
import java.util.List;
import org.c4igateway.dds.api.cdr.WireLimits;
import org.c4igateway.wan.frame.wire.RefusalReason;
import org.c4igateway.wan.frame.wire.WireIn;

/** The three parts of a record, to be read. One thread at a time. */
final class RecordIn {
    /** In 2106: DDS counts seconds in 32 bits, and the last one stands for no time. */
    private static final long NO_TIME_NANOS = 0xffff_ffffL * 1_000_000_000;

    private final WireIn context;
    private final WireIn text;
    private final long[] numbers;
    private int nextNumber;

    RecordIn(byte[] record, RecordHead head) {
        context = new WireIn(record, head.contextStart() + 1, head.contextEnd());
        text = new WireIn(record, head.textStart(), record.length);
        numbers = head.numbers();
    }

    /** The context behind its first byte, the kind. */
    WireIn context() {
        return context;
    }

    WireIn text() {
        return text;
    }

    /** The next number; the context fails when there is none. */
    long number() {
        if (nextNumber == numbers.length) {
            context.fail("a number is missing");
            return 0;
        }
        return numbers[nextNumber++];
    }

    /** Nothing may be left. */
    void finish() {
        context.finish();
        text.finish();
        if (nextNumber != numbers.length) {
            context.fail(numbers.length - nextNumber + " numbers too many");
        }
    }

    boolean failed() {
        return context.failed() || text.failed();
    }

    RecordReading refused() {
        WireIn failed = context.failed() ? context : text;
        return new RecordReading.Refused(
                failed.truncated() ? RefusalReason.TRUNCATED : RefusalReason.MALFORMED, failed.fault());
    }

    /** @return the time of writing; the context fails when no sample can have it */
    long writtenAt(long nanos) {
        if (nanos < 0 || nanos >= NO_TIME_NANOS) {
            context.fail("a time of writing that no sample has");
        }
        return nanos;
    }

    static String name(WireIn in) {
        return in.text(WireLimits.MAX_STRING_BYTES, "length of a name");
    }

    static List<String> names(WireIn in, int most) {
        int count = in.count(Math.min(most, in.remaining()), "number of names");
        List<String> names = new ArrayList<>(count);
        for (int i = 0; i < count && !in.failed(); i++) {
            names.add(name(in));
        }
        return names;
    }
}
