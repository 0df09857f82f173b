package org.c4igateway.dds.api.type;

import java.util.Arrays;
import java.util.List;
import org.c4igateway.dds.api.cdr.WireLimits;

/**
 * {@code kmtf::Receipt} of {@code idl/kmtf.idl}. Arrays are handed over and never changed.
 *
 * @param receiver system whose inbox holds the messages; key
 * @param origin system whose messages these are
 * @param delivered ranges as first, last pairs, both inclusive, unsigned
 * @param rejected refused sequence numbers, unsigned
 * @param reasons one for each of {@code rejected}
 */
public record KmtfReceipt(String receiver, String origin, long[] delivered, long[] rejected, List<String> reasons)
        implements WireRecord {
    public KmtfReceipt {
        WireLimits.checkString(receiver, "receiver");
        WireLimits.checkString(origin, "origin");
        WireLimits.checkCount(delivered.length, WireLimits.MAX_NUMBERS, "delivered");
        WireLimits.checkCount(rejected.length, WireLimits.MAX_NUMBERS, "rejected");
        reasons = WireLimits.checkStrings(reasons, "reasons");
        String inconsistency = inconsistency(delivered, rejected, reasons);
        if (!inconsistency.isEmpty()) {
            throw new IllegalArgumentException(inconsistency);
        }
    }

    /** @return the contradiction in the record, or an empty string */
    public static String inconsistency(long[] delivered, long[] rejected, List<String> reasons) {
        if (delivered.length % 2 != 0) {
            return "delivered is not made of pairs";
        }
        for (int i = 0; i < delivered.length; i += 2) {
            if (Long.compareUnsigned(delivered[i], delivered[i + 1]) > 0) {
                return "delivered has a range that ends before it begins";
            }
        }
        return rejected.length == reasons.size() ? "" : "rejected and reasons differ in length";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KmtfReceipt that
                && receiver.equals(that.receiver)
                && origin.equals(that.origin)
                && Arrays.equals(delivered, that.delivered)
                && Arrays.equals(rejected, that.rejected)
                && reasons.equals(that.reasons);
    }

    @Override
    public int hashCode() {
        return 31 * receiver.hashCode() + Arrays.hashCode(delivered);
    }

    @Override
    public String toString() {
        return receiver + " has of " + origin + " " + Arrays.toString(delivered) + ", refused "
                + Arrays.toString(rejected);
    }
}
