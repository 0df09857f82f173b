package org.c4igateway.core.message;

import java.util.Objects;

/**
 * The key of exactly once: which message it is, and what it says. Two messages of one identity and different content
 * are a fault of their origin (a second database of its name, numbers given twice), and the later one must not pass for
 * the earlier.
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
