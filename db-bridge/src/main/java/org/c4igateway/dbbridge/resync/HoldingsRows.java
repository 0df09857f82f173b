package org.c4igateway.dbbridge.resync;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Objects;
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

    private final PreparedStatement statement;
    private final ResultSet row;
    private final boolean held;

    private HoldingsRows(PreparedStatement statement, boolean held) throws SQLException {
        this.statement = statement;
        this.held = held;
        statement.setFetchSize(FETCH_ROWS);
        this.row = statement.executeQuery();
    }

    /** Messages of {@code origin} received since then, and somewhat before. */
    static HoldingsRows held(Connection connection, SystemName origin, Instant since) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(HELD);
        OffsetDateTime from = since.minus(CLOCKS_DIFFER).atOffset(ZoneOffset.UTC);
        statement.setObject(1, from);
        statement.setString(2, origin.value());
        statement.setObject(3, from);
        return new HoldingsRows(statement, true);
    }

    /** Rows for {@code destination} submitted since then. */
    static HoldingsRows sent(Connection connection, SystemName destination, Instant since) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(SENT);
        statement.setString(1, destination.value());
        statement.setObject(2, since.atOffset(ZoneOffset.UTC));
        return new HoldingsRows(statement, false);
    }

    /** @return the next line, or null after the last */
    @Nullable HoldingsLine next() throws SQLException {
        if (!row.next()) {
            return null;
        }
        long sequence = row.getLong(1);
        Long digest = row.getObject(2, Long.class);
        if (held) {
            return new Held(sequence, digest, instant(3), text(row.getString(4)), time(5), text(row.getString(6)));
        }
        return new Sent(sequence, digest, row.getString(3), text(row.getString(4)), time(5));
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
