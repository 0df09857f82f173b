package org.c4igateway.core.message;

import java.util.List;
import java.util.Objects;
import org.c4igateway.core.fault.ReasonCode;

/**
 * Sent by a receiver to an origin after the inbox transaction has committed: the messages that it has stored and those
 * that it refused. Range-coded; a message appears in at most one of the two lists.
 *
 * @param receiver system whose inbox holds the messages
 * @param origin system whose messages these are, and the receipt's destination
 * @param delivered committed to the inbox, or found there already
 * @param rejected parked by the receiver, each with its reason
 */
public record Receipt(SystemName receiver, SystemName origin, List<SequenceRange> delivered, List<Rejection> rejected) {
    /** Largest number of ranges and rejections together in one receipt; more go into another one. */
    public static final int MAX_ENTRIES = 1_000;

    public Receipt {
        Objects.requireNonNull(receiver);
        Objects.requireNonNull(origin);
        delivered = List.copyOf(delivered);
        rejected = List.copyOf(rejected);
        if (delivered.size() + rejected.size() > MAX_ENTRIES) {
            throw new IllegalArgumentException("more than " + MAX_ENTRIES + " entries in one receipt");
        }
    }

    /**
     * One refused message. Every transport can carry the detail: control characters become blanks, and text beyond
     * {@link #MAX_DETAIL_BYTES} is cut at a character. The receiver's dead letter has the full text.
     *
     * @param sequence the origin's number
     * @param code why; only a number when this release does not know it
     * @param detail why, for people; at most a sentence
     */
    public record Rejection(long sequence, ReasonCode code, String detail) {
        /** Longest detail in octets of UTF-8. */
        public static final int MAX_DETAIL_BYTES = 512;

        public Rejection {
            Objects.requireNonNull(code);
            detail = DetailText.fitted(detail, MAX_DETAIL_BYTES);
        }
    }
}
