package org.c4igateway.dbbridge.table.access;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** A row of {@code c4i.received}. Does not copy the payload. */
public record ReceivedRow(
        long receivedId,
        Instant receivedAt,
        String originSystem,
        long originSequence,
        String topicId,
        int precedence,
        String destinations,
        Instant createdAt,
        @Nullable Instant expiresAt,
        String label,
        String subject,
        byte[] payload) {
    /** Columns of {@link #QUERY}, which expressions use, and {@code payload_text}. */
    static final String QUERY = """
            SELECT received_id, received_at, origin_system, origin_sequence, topic_id, precedence,
                   array_to_string(destinations, ','), created_at,
                   CASE WHEN isfinite(expires_at) THEN expires_at END, label, subject, payload
            FROM c4i.received
            """;

    static ReceivedRow read(ResultSet row) throws SQLException {
        OffsetDateTime expiry = row.getObject(9, OffsetDateTime.class);
        return new ReceivedRow(
                row.getLong(1),
                row.getObject(2, OffsetDateTime.class).toInstant(),
                row.getString(3),
                row.getLong(4),
                row.getString(5),
                row.getInt(6),
                row.getString(7),
                row.getObject(8, OffsetDateTime.class).toInstant(),
                expiry == null ? null : expiry.toInstant(),
                row.getString(10),
                row.getString(11),
                row.getBytes(12));
    }
}
