package org.c4igateway.core.message;

import java.util.Objects;

/**
 * The key for exactly-once delivery: identity and content digest. Two messages with one identity and different content
 * are a fault of their origin (a second database of its name, numbers given twice). The later one must not count as a
 * repetition of the earlier one.
 *
 * @param id identity
 * @param digest {@link ContentDigest} of the content
 */
public record MessageKey(MessageId id, long digest) {
    public MessageKey {
        Objects.requireNonNull(id);
    }

    /** @return the key of a message; reads its whole payload */
    public static MessageKey of(Message message) {
        return new MessageKey(message.id(), ContentDigest.of(message));
    }
}
