package org.c4igateway.core.message;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * One KMTF message on its way. The payload is carried unchanged and not read after validation.
 *
 * <p>The payload is UTF-8, except between the outbox and the transports, where it is as the C4I server wrote it; see
 * {@link EdgeText}.
 *
 * <p>Ownership: the payload array is not copied. The creator hands it over and must not change it.
 *
 * @param id identity, unique over time
 * @param topicId catalogue id of the message type
 * @param precedence urgency, orders every queue
 * @param destinations systems this transmission is for, in the origin's order; empty only on messages of foreign DDS
 *     applications, where it means every system
 * @param createdAt when the origin accepted it, microsecond precision
 * @param expiresAt after this instant it is worthless and is not delivered; {@link Instant#MAX} when it never expires
 * @param label classification label, possibly empty
 * @param subject what a periodic message is about (track, unit); newest per subject supersedes; empty otherwise
 * @param payload MTF text
 * @param repeats number of the row of the same origin that this one repeats for a destination that has not got it, the
 *     first of them when repetitions were repeated; 0: none. Not part of the content
 */
public record Message(
        MessageId id,
        String topicId,
        Precedence precedence,
        List<SystemName> destinations,
        Instant createdAt,
        Instant expiresAt,
        String label,
        String subject,
        byte[] payload,
        long repeats) {
    public Message {
        Objects.requireNonNull(id);
        Objects.requireNonNull(topicId);
        Objects.requireNonNull(precedence);
        destinations = List.copyOf(destinations);
        Objects.requireNonNull(createdAt);
        Objects.requireNonNull(expiresAt);
        Objects.requireNonNull(label);
        Objects.requireNonNull(subject);
        Objects.requireNonNull(payload);
        if (repeats < 0) {
            throw new IllegalArgumentException("repeats is negative: " + repeats);
        }
    }

    /** A message that repeats none. */
    public Message(
            MessageId id,
            String topicId,
            Precedence precedence,
            List<SystemName> destinations,
            Instant createdAt,
            Instant expiresAt,
            String label,
            String subject,
            byte[] payload) {
        this(id, topicId, precedence, destinations, createdAt, expiresAt, label, subject, payload, 0);
    }

    /** @return the same message for another transmission, sharing the payload */
    public Message to(List<SystemName> others) {
        return new Message(id, topicId, precedence, others, createdAt, expiresAt, label, subject, payload, repeats);
    }

    /** @return the same message with another payload */
    public Message withPayload(byte[] other) {
        return new Message(id, topicId, precedence, destinations, createdAt, expiresAt, label, subject, other, repeats);
    }

    /** @return the same message with the system as its origin, whichever node of it sent it */
    public Message ofSystem() {
        if (!id.origin().isOfShard()) {
            return this;
        }
        MessageId ofSystem = new MessageId(id.origin().system(), id.sequence());
        return new Message(
                ofSystem, topicId, precedence, destinations, createdAt, expiresAt, label, subject, payload, repeats);
    }

    /** @return identity of the row that was submitted first: the one that this repeats, or its own */
    public MessageId first() {
        return repeats == 0 ? id : new MessageId(id.origin(), repeats);
    }

    /** @return whether the message is worthless at {@code now} */
    public boolean isExpired(Instant now) {
        return !expiresAt.isAfter(now);
    }

    /** Estimate of the memory this message holds, in bytes, for the bounds of queues. */
    public int sizeBytes() {
        return payload.length + 256;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Message that
                && id.equals(that.id)
                && topicId.equals(that.topicId)
                && precedence == that.precedence
                && destinations.equals(that.destinations)
                && createdAt.equals(that.createdAt)
                && expiresAt.equals(that.expiresAt)
                && label.equals(that.label)
                && subject.equals(that.subject)
                && Arrays.equals(payload, that.payload)
                && repeats == that.repeats;
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    @Override
    public String toString() {
        return id + " " + topicId + " " + precedence + " to " + destinations + " (" + payload.length + " bytes)";
    }
}
