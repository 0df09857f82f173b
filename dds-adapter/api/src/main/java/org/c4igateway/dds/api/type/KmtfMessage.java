package org.c4igateway.dds.api.type;

import java.util.Arrays;
import java.util.List;
import org.c4igateway.dds.api.cdr.WireLimits;

/**
 * {@code kmtf::Message} of {@code idl/kmtf.idl}.
 *
 * <p>Ownership: the payload array is not copied. The creator hands it over and must not change it.
 *
 * @param origin system that submitted the message; key
 * @param subject what a periodic message is about, else empty; key
 * @param sequence the origin's number, unsigned
 * @param topicId id of the message type
 * @param precedence 0 FLASH to 3 ROUTINE
 * @param createdNanos nanoseconds since the epoch
 * @param expiresNanos nanoseconds since the epoch, {@link Long#MAX_VALUE} for never
 * @param previousNanos source time of the sample that the same writer wrote before for this origin on this topic,
 *     {@link #NONE_BEFORE} for the first; a reader finds out by it that samples are missing. 0 when the writer does not
 *     tell: it writes for an application, not for a node
 * @param repeats number of the origin's row that this one repeats for a destination that has not got it, unsigned; 0:
 *     none
 * @param label classification label
 * @param destinations systems it is for; empty for every system
 * @param payload MTF text
 */
public record KmtfMessage(
        String origin,
        String subject,
        long sequence,
        String topicId,
        int precedence,
        long createdNanos,
        long expiresNanos,
        long previousNanos,
        long repeats,
        String label,
        List<String> destinations,
        byte[] payload)
        implements WireRecord {
    /** The first sample of its writer for its origin. */
    public static final long NONE_BEFORE = -1;

    public KmtfMessage {
        WireLimits.checkString(origin, "origin");
        WireLimits.checkString(subject, "subject");
        WireLimits.checkString(topicId, "topic_id");
        WireLimits.checkString(label, "label");
        destinations = WireLimits.checkStrings(destinations, "destinations");
        WireLimits.checkCount(payload.length, WireLimits.MAX_OCTETS, "payload");
        if (precedence < 0 || precedence > 255) {
            throw new IllegalArgumentException("precedence does not fit an octet: " + precedence);
        }
    }

    /** A message of an application. */
    public KmtfMessage(
            String origin,
            String subject,
            long sequence,
            String topicId,
            int precedence,
            long createdNanos,
            long expiresNanos,
            String label,
            List<String> destinations,
            byte[] payload) {
        this(
                origin,
                subject,
                sequence,
                topicId,
                precedence,
                createdNanos,
                expiresNanos,
                0,
                0,
                label,
                destinations,
                payload);
    }

    /** @return whether it was written for a gateway node, which greets whom it sends to */
    public boolean isOfNode() {
        return previousNanos != 0;
    }

    /** @return a message with only the key, for operations on an instance */
    public static KmtfMessage key(String origin, String subject) {
        return new KmtfMessage(origin, subject, 0, "", 0, 0, 0, 0, 0, "", List.of(), new byte[0]);
    }

    /** @return the same, written behind the sample of that source time */
    public KmtfMessage following(long previous) {
        return previous == previousNanos
                ? this
                : new KmtfMessage(
                        origin,
                        subject,
                        sequence,
                        topicId,
                        precedence,
                        createdNanos,
                        expiresNanos,
                        previous,
                        repeats,
                        label,
                        destinations,
                        payload);
    }

    /** @return the same, for other systems */
    public KmtfMessage to(List<String> others) {
        return new KmtfMessage(
                origin,
                subject,
                sequence,
                topicId,
                precedence,
                createdNanos,
                expiresNanos,
                previousNanos,
                repeats,
                label,
                others,
                payload);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KmtfMessage that
                && origin.equals(that.origin)
                && subject.equals(that.subject)
                && sequence == that.sequence
                && topicId.equals(that.topicId)
                && precedence == that.precedence
                && createdNanos == that.createdNanos
                && expiresNanos == that.expiresNanos
                && previousNanos == that.previousNanos
                && repeats == that.repeats
                && label.equals(that.label)
                && destinations.equals(that.destinations)
                && Arrays.equals(payload, that.payload);
    }

    @Override
    public int hashCode() {
        return 31 * origin.hashCode() + Long.hashCode(sequence);
    }

    @Override
    public String toString() {
        return origin + "#" + Long.toUnsignedString(sequence) + " " + topicId + " to " + destinations + " ("
                + payload.length + " bytes)";
    }
}
