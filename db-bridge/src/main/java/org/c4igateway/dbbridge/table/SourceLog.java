package org.c4igateway.dbbridge.table;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.SystemName;
import org.jspecify.annotations.Nullable;

/**
 * The interface database's side of the table bridge: what was taken or brought, and how far. Each method is one
 * transaction behind the fence. Used by one thread.
 */
final class SourceLog {
    private static final String KNOWN = "SELECT key FROM c4i.table_key WHERE source = ? AND key = ANY (?)";
    private static final String SUBMIT = "SELECT c4i.submit_batch(?, ?, ?, ?, ?, ?, ?)";
    private static final String REMEMBER =
            "INSERT INTO c4i.table_key (source, key, sequence) SELECT ?, k.key, k.sequence FROM unnest(?, ?) AS k (key, sequence)";
    private static final String PARK = """
            INSERT INTO c4i.dead_letter (direction, source, origin_system, origin_sequence, topic_id, code, reason, payload)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """;
    private static final String ADVANCE = """
            INSERT INTO c4i.table_position AS p (source, position) VALUES (?, ?)
            ON CONFLICT (source) DO UPDATE SET position = EXCLUDED.position, at = now() WHERE p.position < EXCLUDED.position
            """;

    private final DataSource dataSource;
    private final LongSupplier epoch;
    private final SystemName self;

    SourceLog(DataSource dataSource, LongSupplier epoch, SystemName self) {
        this.dataSource = dataSource;
        this.epoch = epoch;
        this.self = self;
    }

    /** What became of rows. */
    record Taken(int submitted, int known, int parked) {}

    /** A received message that a table refuses. */
    record Refused(ReceivedRow row, String reason) {}

    OptionalLong position(String source) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement =
                        connection.prepareStatement("SELECT position FROM c4i.table_position WHERE source = ?")) {
            statement.setString(1, source);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
            }
        }
    }

    /** Submits rows that were not taken before, parks those that cannot be messages, and saves how far it is. */
    Taken take(String source, List<SourceRow> rows, OptionalLong watermark) throws SQLException {
        return inTransaction(connection -> {
            Set<String> known = known(connection, source, rows);
            List<SourceRow> fresh =
                    rows.stream().filter(row -> known.add(row.key())).toList();
            List<SourceRow> good =
                    fresh.stream().filter(row -> row.problem().isEmpty()).toList();
            List<SourceRow> bad =
                    fresh.stream().filter(row -> !row.problem().isEmpty()).toList();
            if (!good.isEmpty()) {
                remember(connection, source, good, submit(connection, good));
            }
            for (SourceRow row : bad) {
                park(connection, source, row);
            }
            if (!bad.isEmpty()) {
                remember(connection, source, bad, new Long[bad.size()]);
            }
            if (watermark.isPresent()) {
                advance(connection, source, watermark.getAsLong());
            }
            return new Taken(good.size(), rows.size() - fresh.size(), bad.size());
        });
    }

    /** Parks what the table refuses, and saves up to which message all have been brought. */
    void brought(String source, List<Refused> refused, long position) throws SQLException {
        inTransaction(connection -> {
            for (Refused letter : refused) {
                ReceivedRow row = letter.row();
                try (PreparedStatement statement = connection.prepareStatement(PARK)) {
                    statement.setString(1, "inbound");
                    statement.setString(2, "table " + source);
                    statement.setString(3, row.originSystem());
                    statement.setLong(4, row.originSequence());
                    statement.setString(5, row.topicId());
                    statement.setString(6, ErrorCode.TABLE_REFUSED.code());
                    statement.setString(7, letter.reason());
                    statement.setBytes(8, row.payload());
                    statement.executeUpdate();
                }
            }
            advance(connection, source, position);
            return position;
        });
    }

    private static Set<String> known(Connection connection, String source, List<SourceRow> rows) throws SQLException {
        Set<String> known = new HashSet<>();
        try (PreparedStatement statement = connection.prepareStatement(KNOWN)) {
            statement.setString(1, source);
            statement.setArray(2, array(connection, "text", rows, SourceRow::key));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    known.add(row.getString(1));
                }
            }
        }
        return known;
    }

    private static Long[] submit(Connection connection, List<SourceRow> rows) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SUBMIT)) {
            statement.setArray(1, array(connection, "text", rows, SourceRow::topic));
            statement.setArray(2, array(connection, "integer", rows, SourceRow::precedence));
            statement.setArray(3, array(connection, "text", rows, SourceRow::destinations));
            statement.setArray(
                    4,
                    connection.createArrayOf(
                            "bytea", rows.stream().map(SourceRow::payload).toArray(byte[][]::new)));
            statement.setArray(5, array(connection, "timestamptz", rows, SourceLog::expiry));
            statement.setArray(6, array(connection, "text", rows, SourceRow::label));
            statement.setArray(7, array(connection, "text", rows, SourceRow::subject));
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return (Long[]) row.getArray(1).getArray();
            }
        }
    }

    private static @Nullable Object expiry(SourceRow row) {
        Instant expiresAt = row.expiresAt();
        return expiresAt == null ? null : expiresAt.toString();
    }

    private static void remember(Connection connection, String source, List<SourceRow> rows, Long[] sequences)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(REMEMBER)) {
            statement.setString(1, source);
            statement.setArray(2, array(connection, "text", rows, SourceRow::key));
            statement.setArray(3, connection.createArrayOf("bigint", sequences));
            statement.executeUpdate();
        }
    }

    private void park(Connection connection, String source, SourceRow row) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(PARK)) {
            statement.setString(1, "outbound");
            statement.setString(2, "table " + source);
            statement.setString(3, self.value());
            statement.setNull(4, Types.BIGINT);
            statement.setString(5, row.topic().replace("\0", "?"));
            statement.setString(6, ErrorCode.ROW_REFUSED.code());
            statement.setString(7, ("row " + row.key() + ": " + row.problem()).replace("\0", "?"));
            statement.setBytes(8, row.payload());
            statement.executeUpdate();
        }
    }

    private static void advance(Connection connection, String source, long position) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(ADVANCE)) {
            statement.setString(1, source);
            statement.setLong(2, position);
            statement.executeUpdate();
        }
    }

    private static Array array(
            Connection connection, String type, List<SourceRow> rows, Function<SourceRow, @Nullable Object> column)
            throws SQLException {
        return connection.createArrayOf(type, rows.stream().map(column).toArray());
    }

    /** Work within a transaction. */
    private interface Work<T> {
        T run(Connection connection) throws SQLException;
    }

    private <T> T inTransaction(Work<T> work) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement fence = connection.prepareStatement("SELECT c4i.fence(?)")) {
                fence.setLong(1, epoch.getAsLong());
                fence.execute();
                T result = work.run(connection);
                connection.commit();
                return result;
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                throw e;
            } finally {
                connection.setAutoCommit(true);
            }
        }
    }
}
