package org.c4igateway.dbbridge.table.outbound;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.adopt.OutboundMapping;
import org.c4igateway.dbbridge.jdbc.SqlArrays;
import org.c4igateway.dbbridge.jdbc.SqlFaults;
import org.c4igateway.dbbridge.table.access.FencedTransactions;
import org.c4igateway.dbbridge.table.access.ForeignRefusal;
import org.c4igateway.dbbridge.table.access.TableParts;
import org.c4igateway.dbbridge.table.access.TableProgress;
import org.jspecify.annotations.Nullable;

/** What the interface database knows of the rows of one mapping that were taken. Used by one thread. */
final class SourceLog {
    private static final String DOING = "taking rows of a table elsewhere";
    /** Each key by itself: for a young table the planner would read all keys of a mapping and look among them. */
    private static final String EVER_SEEN = """
            SELECT t.key FROM (SELECT ?::text AS source) AS s, unnest(?) AS k (key) CROSS JOIN LATERAL (
                SELECT t.key, t.taken FROM c4i.table_key AS t WHERE t.source = s.source AND t.key = k.key OFFSET 0) AS t
            """;

    private static final String KNOWN = EVER_SEEN + "WHERE t.taken";
    private static final String SEEN = """
            UPDATE c4i.table_key AS t SET seen_at = now() FROM (SELECT ?::text AS source) AS s, unnest(?) AS k (key)
            WHERE t.source = s.source AND t.key = k.key AND t.seen_at < now() - interval '1 hour'
            """;

    private static final String SUBMIT = "SELECT c4i.submit_batch(?, ?, ?, ?, ?, ?, ?)";
    private static final String PUBLISH = "SELECT c4i.publish_batch(?, ?, ?, ?, ?, ?)";
    private static final String REMEMBER =
            "INSERT INTO c4i.table_key AS t (source, key, sequence, awaiting, corrections)"
                    + " SELECT ?, k.key, k.sequence, w.awaiting, CASE WHEN w.awaiting THEN 0 END"
                    + " FROM (SELECT ?::boolean AS awaiting) AS w, unnest(?, ?) AS k (key, sequence)"
                    + " ON CONFLICT (source, key) DO UPDATE SET sequence = EXCLUDED.sequence, awaiting = EXCLUDED.awaiting,"
                    + " corrections = EXCLUDED.corrections, at = now(), seen_at = now(), taken = true WHERE NOT t.taken";
    private static final String ASIDE = "SELECT key FROM c4i.table_key WHERE source = ? AND aside ORDER BY key LIMIT ?";
    private static final String SET_ASIDE =
            "INSERT INTO c4i.table_key AS t (source, key, aside, taken) SELECT ?, k.key, true, false FROM unnest(?) AS k (key)"
                    + " ON CONFLICT (source, key) DO UPDATE SET aside = true WHERE NOT t.aside";
    private static final String JUDGED = "SELECT c4i.judged_table_keys(?, ?)";
    private static final String PARK = """
            INSERT INTO c4i.dead_letter (direction, source, origin_system, origin_sequence, topic_id, code, reason, payload)
            VALUES ('outbound', ?, ?, ?, ?, ?, ?, ?)
            """;

    private final FencedTransactions own;
    private final TableProgress progress;
    private final String source;
    private final SystemName self;
    private final boolean publishes;
    private final boolean awaiting;

    SourceLog(TableParts parts, OutboundMapping mapping, TableProgress progress) {
        this.own = parts.own();
        this.progress = progress;
        this.source = parts.settings().source(mapping.name());
        this.self = parts.settings().self();
        this.publishes = mapping.publishes();
        this.awaiting = !mapping.polling().settled().isEmpty();
    }

    /** What became of rows. */
    record Taken(int submitted, int known, int parked) {
        Taken plus(Taken other) {
            return new Taken(submitted + other.submitted, known + other.known, parked + other.parked);
        }
    }

    /**
     * Submits rows that were not taken before, parks those that cannot be messages, and saves how far it is. A row that
     * the interface database refuses is parked as well, if it takes another one.
     */
    Taken take(List<SourceRow> rows, OptionalLong watermark) {
        try {
            return own.attempt(connection -> take(connection, rows, watermark));
        } catch (SQLException e) {
            if (rows.size() == 1 || !SqlFaults.mayBeOfOneRow(e)) {
                throw SqlFaults.translate(e, DOING);
            }
            return oneByOne(rows, watermark, e);
        }
    }

    /** @return those that were not taken before */
    List<SourceRow> unknown(List<SourceRow> rows) {
        if (rows.isEmpty()) {
            return rows;
        }
        Set<String> known = own.read(DOING, connection -> keys(connection, KNOWN, rows));
        return rows.stream().filter(row -> !known.contains(row.key())).toList();
    }

    /** @return keys of those that were taken or set aside before */
    Set<String> everSeen(List<SourceRow> rows) {
        return own.read(DOING, connection -> keys(connection, EVER_SEEN, rows));
    }

    /** @return keys of rows that are set aside */
    List<String> aside(int atMost) {
        return own.read(DOING, connection -> {
            try (PreparedStatement statement = connection.prepareStatement(ASIDE)) {
                statement.setString(1, source);
                statement.setInt(2, atMost);
                return strings(statement);
            }
        });
    }

    /**
     * Sets rows aside that may or may not be messages, and parks those that were never seen.
     *
     * @return how many were parked
     */
    int setAside(List<SourceRow> rows) {
        return own.write(DOING, connection -> {
            Set<String> keys = keys(connection, EVER_SEEN, rows);
            int parked = 0;
            for (SourceRow row : rows) {
                if (keys.add(row.key())) {
                    park(connection, row);
                    parked++;
                }
            }
            update(connection, SET_ASIDE, keys);
            return parked;
        });
    }

    /** Rows that were set aside have been judged; those whose condition fails still have been seen. */
    void judged(Set<String> decided, List<SourceRow> failing) {
        own.write(DOING, connection -> {
            if (!decided.isEmpty()) {
                try (PreparedStatement statement = connection.prepareStatement(JUDGED)) {
                    statement.setString(1, source);
                    statement.setArray(2, connection.createArrayOf("text", decided.toArray()));
                    statement.execute();
                }
            }
            update(connection, SEEN, failing.stream().map(SourceRow::key).collect(Collectors.toSet()));
            return source;
        });
    }

    private Taken oneByOne(List<SourceRow> rows, OptionalLong watermark, SQLException cause) {
        Taken sum = new Taken(0, 0, 0);
        List<SourceRow> refused = new ArrayList<>();
        for (SourceRow row : rows) {
            try {
                sum = sum.plus(own.attempt(connection -> take(connection, List.of(row), OptionalLong.empty())));
            } catch (SQLException e) {
                if (!SqlFaults.mayBeOfOneRow(e)) {
                    throw SqlFaults.translate(e, DOING);
                }
                refused.add(row.refused(ForeignRefusal.words(e)));
            }
        }
        if (sum.submitted() == 0) {
            throw SqlFaults.translate(cause, DOING);
        }
        return sum.plus(own.write(DOING, connection -> take(connection, refused, watermark)));
    }

    private Taken take(Connection connection, List<SourceRow> rows, OptionalLong watermark) throws SQLException {
        Set<String> known = keys(connection, KNOWN, rows);
        // A key is kept as long as its row is seen.
        update(connection, SEEN, known);
        List<SourceRow> fresh =
                rows.stream().filter(row -> known.add(row.key())).toList();
        List<SourceRow> good =
                fresh.stream().filter(row -> row.problem().isEmpty()).toList();
        List<SourceRow> bad =
                fresh.stream().filter(row -> !row.problem().isEmpty()).toList();
        if (!good.isEmpty()) {
            remember(connection, good, submit(connection, good));
        }
        for (SourceRow row : bad) {
            park(connection, row);
        }
        if (!bad.isEmpty()) {
            remember(connection, bad, new Long[bad.size()]);
        }
        if (watermark.isPresent()) {
            progress.advance(connection, watermark.getAsLong());
        }
        return new Taken(good.size(), rows.size() - fresh.size(), bad.size());
    }

    private Set<String> keys(Connection connection, String sql, List<SourceRow> rows) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, source);
            statement.setArray(2, array(connection, "text", rows, SourceRow::key));
            return new HashSet<>(strings(statement));
        }
    }

    private static List<String> strings(PreparedStatement query) throws SQLException {
        List<String> found = new ArrayList<>();
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                found.add(row.getString(1));
            }
        }
        return found;
    }

    private void update(Connection connection, String sql, Set<String> keys) throws SQLException {
        if (keys.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, source);
            statement.setArray(2, connection.createArrayOf("text", keys.toArray()));
            statement.executeUpdate();
        }
    }

    private Long[] submit(Connection connection, List<SourceRow> rows) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(publishes ? PUBLISH : SUBMIT)) {
            int at = 1;
            statement.setArray(at++, array(connection, "text", rows, SourceRow::topic));
            statement.setArray(at++, array(connection, "integer", rows, SourceRow::precedence));
            if (!publishes) {
                statement.setArray(at++, array(connection, "text", rows, SourceRow::destinations));
            }
            SqlArrays.bind(
                    statement, at++, rows.stream().map(SourceRow::payload).toArray(byte[][]::new));
            statement.setArray(at++, array(connection, "timestamptz", rows, SourceLog::expiry));
            statement.setArray(at++, array(connection, "text", rows, SourceRow::label));
            statement.setArray(at, array(connection, "text", rows, SourceRow::subject));
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

    private void remember(Connection connection, List<SourceRow> rows, Long[] sequences) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(REMEMBER)) {
            statement.setString(1, source);
            statement.setBoolean(2, awaiting);
            statement.setArray(3, array(connection, "text", rows, SourceRow::key));
            statement.setArray(4, connection.createArrayOf("bigint", sequences));
            statement.executeUpdate();
        }
    }

    private void park(Connection connection, SourceRow row) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(PARK)) {
            statement.setString(1, "table " + source);
            statement.setString(2, self.value());
            statement.setNull(3, Types.BIGINT);
            statement.setString(4, row.topic().replace("\0", "?"));
            statement.setString(5, ErrorCode.ROW_REFUSED.code());
            statement.setString(6, ("row " + row.key() + ": " + row.problem()).replace("\0", "?"));
            statement.setBytes(7, row.payload());
            statement.executeUpdate();
        }
    }

    private static Array array(
            Connection connection, String type, List<SourceRow> rows, Function<SourceRow, @Nullable Object> column)
            throws SQLException {
        return connection.createArrayOf(type, rows.stream().map(column).toArray());
    }
}
