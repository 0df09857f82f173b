package org.c4igateway.test.e2e;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a C4I server writes when it submits a message. Equal when all fields and bytes are. */
record Draft(
        String topicId,
        int precedence,
        byte[] payload,
        @Nullable Instant expiresAt,
        String label,
        String subject) {
    static final int FLASH = 0;
    static final int ROUTINE = 3;

    Draft(String topicId, int precedence, byte[] payload) {
        this(topicId, precedence, payload, null, "", "");
    }

    Draft withExpiry(Instant expiry) {
        return new Draft(topicId, precedence, payload, expiry, label, subject);
    }

    Draft withSubject(String other) {
        return new Draft(topicId, precedence, payload, expiresAt, label, other);
    }

    Draft withLabel(String other) {
        return new Draft(topicId, precedence, payload, expiresAt, other, subject);
    }

    Draft withPrecedence(int other) {
        return new Draft(topicId, other, payload, expiresAt, label, subject);
    }

    Draft withPayload(byte[] other) {
        return new Draft(topicId, precedence, other, expiresAt, label, subject);
    }

    Draft withTopic(String other) {
        return new Draft(other, precedence, payload, expiresAt, label, subject);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Draft that
                && topicId.equals(that.topicId)
                && precedence == that.precedence
                && Arrays.equals(payload, that.payload)
                && Objects.equals(expiresAt, that.expiresAt)
                && label.equals(that.label)
                && subject.equals(that.subject);
    }

    @Override
    public int hashCode() {
        return Objects.hash(topicId, precedence, Arrays.hashCode(payload));
    }

    @Override
    public String toString() {
        return topicId + " precedence " + precedence + " expires " + expiresAt + " label '" + label + "' subject '"
                + subject + "': " + new String(payload, StandardCharsets.UTF_8);
    }
}
