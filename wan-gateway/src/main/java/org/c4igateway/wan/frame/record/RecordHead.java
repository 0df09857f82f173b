package org.c4igateway.wan.frame.record;

import org.c4igateway.wan.frame.wire.WireIn;
import org.c4igateway.wan.frame.wire.WireOut;
import org.jspecify.annotations.Nullable;

/**
 * The front of a record. A body holds the fronts of its records apart from their texts and each relative to the ones
 * before, since names repeat, numbers grow by little, and both spoil the statistics of text when mixed into it.
 *
 * <pre>
 *  record  varint  length of the context
 *          context what repeats from record to record: kind, names, flags
 *          varint  how many numbers
 *          numbers signed varints: what changes little from record to record
 *          text    the rest
 * </pre>
 *
 * <p>Every record made by {@link RecordCodec} has this form. Other bytes are packed as text.
 *
 * @param contextStart offset of the context in the record
 * @param contextEnd offset of its end
 * @param numbers at most {@link #MAX_NUMBERS}
 * @param textStart offset of the text
 */
public record RecordHead(int contextStart, int contextEnd, long[] numbers, int textStart) {
    public static final int MAX_CONTEXT = 1_024;
    public static final int MAX_NUMBERS = 8;

    /** The front of a record, or null when it does not have one. */
    public static @Nullable RecordHead of(byte[] record) {
        WireIn in = new WireIn(record, 0, record.length);
        int context = in.count(MAX_CONTEXT, "length of the context");
        int contextStart = in.position();
        in.skip(context);
        int contextEnd = in.position();
        int count = in.count(MAX_NUMBERS, "number of numbers");
        long[] numbers = new long[in.failed() ? 0 : count];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = in.signed();
        }
        return in.failed() ? null : new RecordHead(contextStart, contextEnd, numbers, in.position());
    }

    /** Begins a record; the text is to be appended. */
    public static WireOut begin(byte[] context, long[] numbers, int textBytes) {
        WireOut out = new WireOut(context.length + 10 * numbers.length + 3 + textBytes);
        out.varint(context.length).raw(context).varint(numbers.length);
        for (long number : numbers) {
            out.signed(number);
        }
        return out;
    }
}
