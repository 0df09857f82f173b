package org.c4igateway.core.flow.rule;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.flow.rule.PayloadCheck.Refusal;
import org.c4igateway.core.message.Message;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a message may go on, on the way out and on the way in: known topic, size, validity, content.
 * Thread-safe.
 *
 * @param catalogue topics of this node
 * @param maxPayloadBytes largest payload
 * @param payloadCheck judge of the content
 * @param release whether a message may go to a destination
 * @param time now
 */
public record MessageRules(
        TopicCatalogue catalogue,
        int maxPayloadBytes,
        PayloadCheck payloadCheck,
        ReleaseRule release,
        InstantSource time) {
    public MessageRules {
        Objects.requireNonNull(catalogue);
        Objects.requireNonNull(payloadCheck);
        Objects.requireNonNull(release);
        Objects.requireNonNull(time);
        if (maxPayloadBytes < 1) {
            throw new IllegalArgumentException("maxPayloadBytes must be positive: " + maxPayloadBytes);
        }
    }

    /** Rules under which every message may go to every destination. */
    public MessageRules(TopicCatalogue catalogue, int maxPayloadBytes, PayloadCheck payloadCheck, InstantSource time) {
        this(catalogue, maxPayloadBytes, payloadCheck, ReleaseRule.OPEN, time);
    }

    /** @return whether the message is refused, and what was found in its payload if that was looked at */
    public MessageJudgement judge(Message message) {
        return judge(message, null);
    }

    /** @param payload what {@link #checkAhead} said of this message; null when it said nothing */
    public MessageJudgement judge(Message message, @Nullable MessageJudgement payload) {
        Refusal refusal = refusalOfEnvelope(message);
        if (refusal != null) {
            return MessageJudgement.refused(refusal);
        }
        return payload == null ? payloadCheck.check(message) : payload;
    }

    /**
     * The check of the payload, which takes most of the time of {@link #judge}, ahead of it and on another thread.
     *
     * @return what was found; null where the rules refuse the message without a look at its payload
     */
    public @Nullable MessageJudgement checkAhead(Message message) {
        return refusalOfEnvelope(message) == null ? payloadCheck.check(message) : null;
    }

    private @Nullable Refusal refusalOfEnvelope(Message message) {
        if (catalogue.find(message.topicId()).isEmpty()) {
            return new Refusal(ErrorCode.UNKNOWN_TOPIC, "topic " + message.topicId() + " is not in the catalogue");
        }
        int size = message.payload().length;
        if (size == 0) {
            return new Refusal(ErrorCode.EMPTY_PAYLOAD, "the payload is empty");
        }
        if (size > maxPayloadBytes) {
            String detail = "payload of " + size + " bytes; at most " + maxPayloadBytes;
            return new Refusal(ErrorCode.PAYLOAD_TOO_LARGE, detail);
        }
        if (isExpired(message)) {
            return new Refusal(ErrorCode.EXPIRED, "valid until " + message.expiresAt());
        }
        return null;
    }

    /** @return the same rules for messages that arrive */
    public MessageRules ofReceived() {
        return new MessageRules(catalogue, maxPayloadBytes, payloadCheck.ofReceived(), release, time);
    }

    public boolean isExpired(Message message) {
        return message.isExpired(time.instant());
    }

    /** @return whether the message was created longer ago than that */
    public boolean isOlder(Message message, Duration age) {
        return message.createdAt().isBefore(time.instant().minus(age));
    }

    /** @return whether a receipt is expected for messages of this topic; false for an unknown topic */
    public boolean isReliable(Message message) {
        return topic(message).map(Topic::reliable).orElse(false);
    }

    private Optional<Topic> topic(Message message) {
        return catalogue.find(message.topicId());
    }
}
