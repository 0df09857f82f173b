package org.c4igateway.core.message;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;

/**
 * The question whether a system has a row that has expired since it was sent: a message with the identity of the row
 * and the digest of its content (8 bytes, big-endian) instead of the content. The answer is a receipt: delivered, or
 * refused as expired. A question is small, so that rows that are worthless do not fill a narrow link. It is recognised
 * by its label and by an expiry at the epoch, before which no row was created. A release that does not know questions
 * takes one for an expired message and refuses it as such.
 */
public final class ContentQuestion {
    /** The label of every question. */
    public static final String LABEL = "?digest";

    /** The expiry of every question. */
    public static final Instant EXPIRY = Instant.EPOCH;

    private ContentQuestion() {}

    /**
     * @param row as it was sent: payload in UTF-8
     * @return the question about it, to the same destinations
     */
    public static Message about(Message row) {
        byte[] digest =
                ByteBuffer.allocate(Long.BYTES).putLong(ContentDigest.of(row)).array();
        return new Message(
                row.id(),
                row.topicId(),
                row.precedence(),
                row.destinations(),
                row.createdAt(),
                EXPIRY,
                LABEL,
                "",
                digest);
    }

    /** @return key of the row that the message asks about; empty when it is no question */
    public static Optional<MessageKey> key(Message message) {
        return is(message.label(), message.expiresAt(), message.payload().length)
                ? Optional.of(new MessageKey(
                        message.id(), ByteBuffer.wrap(message.payload()).getLong()))
                : Optional.empty();
    }

    /** @return whether a message with these properties is a question */
    public static boolean is(String label, Instant expiresAt, int payloadBytes) {
        return payloadBytes == Long.BYTES && expiresAt.equals(EXPIRY) && label.equals(LABEL);
    }
}
