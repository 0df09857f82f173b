package org.c4igateway.wan.frame.record;

import java.util.ArrayList;
import java.util.List;
import org.c4igateway.dds.api.cdr.WireLimits;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.wan.frame.record.LinkRecord.ReceiptRecord;
import org.c4igateway.wan.frame.wire.WireIn;
import org.c4igateway.wan.frame.wire.WireOut;

/**
 * Layout of a receipt's record. All arithmetic on sequence numbers is modulo 2^64.
 *
 * <pre>
 *  context  octet   kind (2)
 *           octet   1 source in us, 2 has a range, 4 has more than that, 8 names stand in the text
 *           names, unless flag 8
 *  numbers  source timestamp, in us or ns since 1970
 *           first and last - first of the first range, only flag 2
 *  text     names, only flag 8
 *           only flag 4:
 *           varint  number of further ranges; each: signed varint first - last of the range before, varint last - first
 *           varint  number of refused; each: signed varint difference to the one before, text reason
 *
 *  names    text    receiver
 *           text    origin
 *           varint  number of hops, texts
 * </pre>
 */
final class ReceiptLayout {
    private static final int SOURCE_MICROS = 1;
    private static final int RANGE = 2;
    private static final int MORE = 4;
    private static final int LONG_NAMES = 8;
    private static final int ALL_FLAGS = SOURCE_MICROS | RANGE | MORE | LONG_NAMES;
    private static final long MICRO = 1_000;

    private ReceiptLayout() {}

    static byte[] write(ReceiptRecord record) {
        KmtfReceipt receipt = record.receipt();
        long[] delivered = receipt.delivered();
        long source = record.sourceNanos();
        boolean more = delivered.length > 2 || receipt.rejected().length > 0;
        WireOut names = new WireOut(64).text(receipt.receiver()).text(receipt.origin());
        RecordCodec.writeNames(record.hops(), names);
        int flags = (source % MICRO == 0 ? SOURCE_MICROS : 0)
                | (delivered.length > 0 ? RANGE : 0)
                | (more ? MORE : 0)
                | (names.size() > RecordCodec.MAX_NAMES_IN_CONTEXT ? LONG_NAMES : 0);
        WireOut context = new WireOut(64).octet(RecordCodec.RECEIPT).octet(flags);
        WireOut text = new WireOut(16);
        ((flags & LONG_NAMES) != 0 ? text : context).raw(names.toArray());
        if (more) {
            writeMore(receipt, text);
        }
        long time = (flags & SOURCE_MICROS) != 0 ? source / MICRO : source;
        long[] numbers =
                delivered.length > 0 ? new long[] {time, delivered[0], delivered[1] - delivered[0]} : new long[] {time};
        return RecordHead.begin(context.toArray(), numbers, text.size())
                .raw(text.array(), 0, text.size())
                .toArray();
    }

    private static void writeMore(KmtfReceipt receipt, WireOut out) {
        long[] delivered = receipt.delivered();
        out.varint(Math.max(0, delivered.length / 2 - 1));
        for (int i = 2; i < delivered.length; i += 2) {
            out.signed(delivered[i] - delivered[i - 1]).varint(delivered[i + 1] - delivered[i]);
        }
        long before = 0;
        out.varint(receipt.rejected().length);
        for (int i = 0; i < receipt.rejected().length; i++) {
            out.signed(receipt.rejected()[i] - before).text(receipt.reasons().get(i));
            before = receipt.rejected()[i];
        }
    }

    static RecordReading read(RecordIn in) {
        int flags = in.context().octet();
        if ((flags & ~ALL_FLAGS) != 0) {
            in.context().fail("an unknown flag");
        }
        WireIn names = (flags & LONG_NAMES) != 0 ? in.text() : in.context();
        String receiver = RecordIn.name(names);
        String origin = RecordIn.name(names);
        List<String> hops = RecordIn.names(names, LinkRecord.MAX_HOPS);
        long source = in.number();
        if ((flags & SOURCE_MICROS) != 0) {
            if (Math.abs(source / 2) > Long.MAX_VALUE / MICRO / 2) {
                in.context().fail("a time out of range");
            }
            source *= MICRO;
        }
        in.writtenAt(source);
        Ranges delivered = new Ranges();
        if ((flags & RANGE) != 0) {
            delivered.add(in.number(), in.number());
        }
        List<String> reasons = new ArrayList<>();
        long[] rejected = (flags & MORE) != 0 ? readMore(in.text(), delivered, reasons) : new long[0];
        in.finish();
        if (in.failed()) {
            return in.refused();
        }
        KmtfReceipt receipt = new KmtfReceipt(receiver, origin, delivered.toArray(), rejected, reasons);
        return new RecordReading.Read(new ReceiptRecord(receipt, source, hops));
    }

    private static long[] readMore(WireIn in, Ranges delivered, List<String> reasons) {
        int ranges = in.count(Math.min(WireLimits.MAX_NUMBERS / 2, in.remaining()), "number of ranges");
        for (int i = 0; i < ranges && !in.failed(); i++) {
            delivered.add(delivered.last() + in.signed(), in.varint());
        }
        int count = in.count(Math.min(WireLimits.MAX_NUMBERS, in.remaining()), "number of refused");
        long[] rejected = new long[count];
        long before = 0;
        for (int i = 0; i < count && !in.failed(); i++) {
            before += in.signed();
            rejected[i] = before;
            reasons.add(RecordIn.name(in));
        }
        return rejected;
    }

    /** Ranges as first, last pairs. */
    private static final class Ranges {
        private final List<Long> numbers = new ArrayList<>();

        void add(long first, long span) {
            numbers.add(first);
            numbers.add(first + span);
        }

        long last() {
            return numbers.isEmpty() ? 0 : numbers.getLast();
        }

        long[] toArray() {
            return numbers.stream().mapToLong(Long::longValue).toArray();
        }
    }
}
