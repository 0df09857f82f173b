package org.c4igateway.test.e2e;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a C4I server writes when it submits a message. Equal when all fields and bytes are. */
record SubmittedRow(
        String topicId,
        int precedence,
        byte[] payload,
        @Nullable Instant expiresAt,
        String label,
        String subject) {
    static final int FLASH = 0;
    static final int ROUTINE = 3;

    SubmittedRow(String topicId, int precedence, byte[] payload) {
        this(topicId, precedence, payload, null, "", "");
    }

    SubmittedRow withExpiry(Instant expiry) {
        return new SubmittedRow(topicId, precedence, payload, expiry, label, subject);
    }

    SubmittedRow withSubject(String other) {
        return new SubmittedRow(topicId, precedence, payload, expiresAt, label, other);
    }

    SubmittedRow withLabel(String other) {
        return new SubmittedRow(topicId, precedence, payload, expiresAt, other, subject);
    }

    SubmittedRow withPrecedence(int other) {
        return new SubmittedRow(topicId, other, payload, expiresAt, label, subject);
    }

    SubmittedRow withPayload(byte[] other) {
        return new SubmittedRow(topicId, precedence, other, expiresAt, label, subject);
    }

    SubmittedRow withTopic(String other) {
        return new SubmittedRow(other, precedence, payload, expiresAt, label, subject);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SubmittedRow that
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
