package org.c4igateway.test.e2e.mesh;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a C4I server writes when it submits a message. Equal when all fields and bytes are. */
public record SubmittedRow(
        String topicId,
        int precedence,
        byte[] payload,
        @Nullable Instant expiresAt,
        String label,
        String subject) {
    public static final int FLASH = 0;
    public static final int ROUTINE = 3;

    public SubmittedRow(String topicId, int precedence, byte[] payload) {
        this(topicId, precedence, payload, null, "", "");
    }

    public SubmittedRow withExpiry(Instant expiry) {
        return new SubmittedRow(topicId, precedence, payload, expiry, label, subject);
    }

    public SubmittedRow withSubject(String other) {
        return new SubmittedRow(topicId, precedence, payload, expiresAt, label, other);
    }

    public SubmittedRow withLabel(String other) {
        return new SubmittedRow(topicId, precedence, payload, expiresAt, other, subject);
    }

    public SubmittedRow withPrecedence(int other) {
        return new SubmittedRow(topicId, other, payload, expiresAt, label, subject);
    }

    public SubmittedRow withPayload(byte[] other) {
        return new SubmittedRow(topicId, precedence, other, expiresAt, label, subject);
    }

    public SubmittedRow withTopic(String other) {
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
