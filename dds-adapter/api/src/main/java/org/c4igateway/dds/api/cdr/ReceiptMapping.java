package org.c4igateway.dds.api.cdr;

import java.util.List;
import org.c4igateway.dds.api.type.KmtfReceipt;

/** Order of the members of {@code kmtf::Receipt} on the wire. */
final class ReceiptMapping {
    private static final KmtfReceipt EMPTY = new KmtfReceipt("", "", new long[0], new long[0], List.of());

    private ReceiptMapping() {}

    static int maxBytes(KmtfReceipt receipt) {
        return 64
                + WireCodec.maxBytes(receipt.receiver())
                + WireCodec.maxBytes(receipt.origin())
                + Long.BYTES * (receipt.delivered().length + receipt.rejected().length)
                + WireCodec.maxBytes(receipt.reasons());
    }

    static void write(KmtfReceipt receipt, CdrWriter out) {
        out.string(receipt.receiver());
        out.string(receipt.origin());
        out.numbers(receipt.delivered());
        out.numbers(receipt.rejected());
        out.strings(receipt.reasons());
    }

    static KmtfReceipt read(CdrReader in) {
        String receiver = in.string();
        String origin = in.string();
        long[] delivered = in.numbers();
        long[] rejected = in.numbers();
        List<String> reasons = in.strings();
        String inconsistency = KmtfReceipt.inconsistency(delivered, rejected, reasons);
        if (!inconsistency.isEmpty()) {
            in.fail(inconsistency);
        }
        return in.failed() ? EMPTY : new KmtfReceipt(receiver, origin, delivered, rejected, reasons);
    }
}
