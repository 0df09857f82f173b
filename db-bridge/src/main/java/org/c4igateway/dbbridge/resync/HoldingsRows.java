package org.c4igateway.dbbridge.resync;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import org.c4igateway.core.message.ContentDigest;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.EdgeText.Turned;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.resync.HoldingsLine.Held;
import org.c4igateway.dbbridge.resync.HoldingsLine.Sent;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one database as lines, in order of their numbers, some thousands in memory at a time. The caller has begun a
 * transaction.
 */
final class HoldingsRows implements AutoCloseable {
    private static final int FETCH_ROWS = 2_000;
    /** The same where rows come with their payloads. */
    private static final int FETCH_PAYLOADS = 16;
    /** The digest is not about the origin. */
    private static final SystemName NOBODY = new SystemName("NOBODY");
    /** A message may have been received, by the receiver's clock, before it was submitted by the sender's. */
    private static final Duration CLOCKS_DIFFER = Duration.ofDays(1);

    private static final String HELD = """
            SELECT k.origin_sequence, k.digest, k.received_at, i.topic_id, i.created_at, array_to_string(i.destinations, ',')
            FROM c4i.inbox_key AS k
                LEFT JOIN c4i.inbox AS i ON i.origin_system = k.origin_system AND i.origin_sequence = k.origin_sequence
                    AND i.received_at = k.received_at AND i.received_at >= ?
            WHERE k.origin_system = ? AND k.received_at >= ?
            ORDER BY k.origin_sequence
            """;

    private static final String SENT =
            "SELECT sequence, digest, state, topic_id, created_at FROM c4i.sent_digests(?, ?)";

    /**
     * The same rows as those of {@code c4i.sent_digests}. The digest is of the payload in UTF-8, which the database
     * cannot make of every encoding.
     */
    private static final String SENT_PAYLOADS = """
            SELECT r.sequence, r.payload, r.state, r.topic_id, r.created_at, r.precedence, r.expires_at, r.label, r.subject
            FROM (SELECT o.*, coalesce(v.state, 'pending') AS state
                  FROM c4i.outbox AS o
                      LEFT JOIN c4i.delivery AS v
                          ON v.sequence = o.sequence AND v.destination = ? AND v.created_at = o.created_at
                  WHERE o.created_at >= ?
                  UNION ALL
                  SELECT o.*, v.state
                  FROM c4i.delivery AS v
                      JOIN c4i.outbox AS o ON o.sequence = v.sequence AND o.created_at = v.created_at
                  WHERE v.destination = ? AND v.created_at < ? AND v.at >= ?) AS r
            WHERE ? = ANY (r.destinations)
            ORDER BY r.sequence
            """;

    private final PreparedStatement statement;
    private final ResultSet row;
    private final boolean held;
    private final EdgeText edge;

    private HoldingsRows(PreparedStatement statement, boolean held, EdgeText edge) throws SQLException {
        this.statement = statement;
        this.held = held;
        this.edge = edge;
        statement.setFetchSize(edge.isUtf8() ? FETCH_ROWS : FETCH_PAYLOADS);
        this.row = statement.executeQuery();
    }

    /** Messages of {@code origin} received since then, and somewhat before. */
    static HoldingsRows held(Connection connection, SystemName origin, Instant since) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(HELD);
        OffsetDateTime from = since.minus(CLOCKS_DIFFER).atOffset(ZoneOffset.UTC);
        statement.setObject(1, from);
        statement.setString(2, origin.value());
        statement.setObject(3, from);
        return new HoldingsRows(statement, true, EdgeText.UTF_8);
    }

    /**
     * Rows for {@code destination} that were submitted since then, or have had their final state since then.
     *
     * @param edge encoding of the payloads; with another than UTF-8 the role has to be allowed to read them
     */
    static HoldingsRows sent(Connection connection, SystemName destination, Instant since, EdgeText edge)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(edge.isUtf8() ? SENT : SENT_PAYLOADS);
        OffsetDateTime from = since.atOffset(ZoneOffset.UTC);
        statement.setString(1, destination.value());
        statement.setObject(2, from);
        if (!edge.isUtf8()) {
            statement.setString(3, destination.value());
            statement.setObject(4, from);
            statement.setObject(5, from);
            statement.setString(6, destination.value());
        }
        return new HoldingsRows(statement, false, edge);
    }

    /** @return the next line, or null after the last */
    @Nullable HoldingsLine next() throws SQLException {
        if (!row.next()) {
            return null;
        }
        long sequence = row.getLong(1);
        Long digest = edge.isUtf8() ? row.getObject(2, Long.class) : digestOfPayload();
        if (held) {
            return new Held(sequence, digest, instant(3), text(row.getString(4)), time(5), text(row.getString(6)));
        }
        return new Sent(sequence, digest, row.getString(3), text(row.getString(4)), time(5));
    }

    /** @return null for a row that is not in the encoding, which was never sent */
    private @Nullable Long digestOfPayload() throws SQLException {
        Message sent = new Message(
                new MessageId(NOBODY, row.getLong(1)),
                row.getString(4),
                Precedence.ofCode(row.getInt(6)),
                List.of(),
                instant(5),
                expiry(row.getObject(7, OffsetDateTime.class)),
                row.getString(8),
                row.getString(9),
                row.getBytes(2));
        return switch (edge.toWire(sent)) {
            case Turned.Converted(Message wire) -> ContentDigest.of(wire);
            case Turned.Flawed _ -> null;
        };
    }

    private static Instant expiry(@Nullable OffsetDateTime time) {
        if (time == null || time.equals(OffsetDateTime.MAX)) {
            return Instant.MAX;
        }
        return time.equals(OffsetDateTime.MIN) ? Instant.MIN : time.toInstant();
    }

    private String time(int column) throws SQLException {
        return row.getObject(column) == null
                ? HoldingsLine.NOTHING
                : instant(column).toString();
    }

    private Instant instant(int column) throws SQLException {
        return Objects.requireNonNull(row.getObject(column, OffsetDateTime.class))
                .toInstant();
    }

    /** A field of a file; topics come from C4I servers and may hold anything. */
    private static String text(@Nullable String text) {
        return text == null || text.isEmpty() ? HoldingsLine.NOTHING : text.replaceAll("\\p{Cntrl}", " ");
    }

    @Override
    public void close() throws SQLException {
        statement.close();
    }
}
