package org.c4igateway.core.testkit;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;

/** Messages and names for tests. */
public final class Drafts {
    /** The reference catalogue. */
    public static final TopicCatalogue CATALOGUE = TopicCatalogue.reference();
    /** A topic whose messages are confirmed. */
    public static final String RELIABLE = first(true);
    /** A topic whose messages get no receipts. */
    public static final String BEST_EFFORT = first(false);
    /** The system that sends in most tests. */
    public static final SystemName ORIGIN = new SystemName("ORIGIN");

    private Drafts() {}

    /** @return a valid message with a payload of {@code payloadBytes} that tells its sequence */
    public static Message message(
            long sequence, String topicId, Precedence precedence, int payloadBytes, SystemName... destinations) {
        byte[] payload = new byte[payloadBytes];
        Arrays.fill(payload, (byte) '-');
        byte[] text = ("MSG/" + sequence + "//").getBytes(StandardCharsets.UTF_8);
        System.arraycopy(text, 0, payload, 0, Math.min(text.length, payloadBytes));
        return new Message(
                new MessageId(ORIGIN, sequence),
                topicId,
                precedence,
                List.of(destinations),
                VirtualTime.START,
                Instant.MAX,
                "",
                "",
                payload);
    }

    /** @return a reliable ROUTINE message */
    public static Message message(long sequence, SystemName... destinations) {
        return message(sequence, RELIABLE, Precedence.ROUTINE, 64, destinations);
    }

    /** @return the message about {@code subject} */
    public static Message about(String subject, Message m) {
        return copy(m, m.id(), m.createdAt(), m.expiresAt(), subject);
    }

    /** @return the message with another end of validity */
    public static Message expiring(Instant expiresAt, Message m) {
        return copy(m, m.id(), m.createdAt(), expiresAt, m.subject());
    }

    /** @return the message, submitted at that time */
    public static Message created(Instant createdAt, Message m) {
        return copy(m, m.id(), createdAt, m.expiresAt(), m.subject());
    }

    /** @return the same message with the same number from another origin */
    public static Message from(SystemName origin, Message m) {
        return copy(m, new MessageId(origin, m.id().sequence()), m.createdAt(), m.expiresAt(), m.subject());
    }

    private static Message copy(Message m, MessageId id, Instant createdAt, Instant expiresAt, String subject) {
        return new Message(
                id,
                m.topicId(),
                m.precedence(),
                m.destinations(),
                createdAt,
                expiresAt,
                m.label(),
                subject,
                m.payload(),
                m.repeats());
    }

    private static String first(boolean reliable) {
        return TopicCatalogue.reference().topics().stream()
                .filter(topic -> topic.reliable() == reliable)
                .map(Topic::id)
                .findFirst()
                .orElseThrow();
    }
}
