package org.c4igateway.dbbridge.table.access;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.c4igateway.core.fault.ErrorCode;

/** How far one mapping is, in the interface database. Used by one thread. */
public final class TableProgress {
    private static final Duration LOOK_INTERVAL = Duration.ofMinutes(30);
    private static final String ADVANCE = """
            INSERT INTO c4i.table_position AS p (source, position) VALUES (?, ?)
            ON CONFLICT (source) DO UPDATE SET position = EXCLUDED.position, at = now() WHERE p.position < EXCLUDED.position
            """;
    /** An hour back: a look takes minutes at most, and {@code seen_at} is exact to the hour. */
    private static final String LOOKED = """
            INSERT INTO c4i.table_look AS l (source, at) VALUES (?, now() - interval '1 hour')
            ON CONFLICT (source) DO UPDATE SET at = EXCLUDED.at WHERE l.at < EXCLUDED.at
            """;

    private static final String NOT_AWAITED =
            "UPDATE c4i.table_key SET awaiting = false, corrections = NULL WHERE source = ? AND awaiting";
    private static final String PARK = """
            INSERT INTO c4i.dead_letter (direction, source, origin_system, origin_sequence, topic_id, code, reason, payload)
            VALUES ('inbound', ?, ?, ?, ?, ?, ?, ?)
            """;

    private final TableParts parts;
    private final String source;
    private Instant lookDue = Instant.MIN;

    public TableProgress(TableParts parts, String source) {
        this.parts = parts;
        this.source = source;
    }

    /** A received message that a table refuses. */
    public record Refused(ReceivedRow row, String reason) {}

    public OptionalLong position() {
        return number("SELECT position - ? FROM c4i.table_position WHERE source = ?", 0);
    }

    private OptionalLong number(String query, long less) {
        return parts.own().read("reading the position of a table elsewhere", connection -> {
            try (PreparedStatement statement = connection.prepareStatement(query)) {
                statement.setLong(1, less);
                statement.setString(2, source);
                try (ResultSet row = statement.executeQuery()) {
                    return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
                }
            }
        });
    }

    /** @return the watermark from which on rows are read; empty at first */
    public OptionalLong from(long overlap) {
        return number("SELECT greatest(position - ?, floor + 1) FROM c4i.table_position WHERE source = ?", overlap);
    }

    /**
     * @return when the interface database was restored, while nobody has told which rows were taken before; no row is
     *     taken meanwhile
     */
    public Optional<Instant> heldSince() {
        return parts.own().read("looking whether a table elsewhere is held", connection -> {
            try (PreparedStatement statement = connection.prepareStatement("SELECT c4i.table_held_since(?)")) {
                statement.setString(1, source);
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    return Optional.ofNullable(row.getObject(1, OffsetDateTime.class))
                            .map(OffsetDateTime::toInstant);
                }
            }
        });
    }

    /** Part of the caller's transaction. */
    public void advance(Connection connection, long position) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(ADVANCE)) {
            statement.setString(1, source);
            statement.setLong(2, position);
            statement.executeUpdate();
        }
    }

    /** Parks what the table refuses, and saves up to which message all have been brought. */
    public void brought(List<Refused> refused, long position) {
        parts.own().write("saving the position of a table elsewhere", connection -> {
            for (Refused letter : refused) {
                park(connection, letter);
            }
            advance(connection, position);
            return position;
        });
    }

    private void park(Connection connection, Refused letter) throws SQLException {
        ReceivedRow row = letter.row();
        try (PreparedStatement statement = connection.prepareStatement(PARK)) {
            statement.setString(1, "table " + source);
            statement.setString(2, row.originSystem());
            statement.setLong(3, row.originSequence());
            statement.setString(4, row.topicId());
            statement.setString(5, ErrorCode.TABLE_REFUSED.code());
            statement.setString(6, letter.reason());
            statement.setBytes(7, row.payload());
            statement.executeUpdate();
        }
    }

    /**
     * All rows of the table have been seen: keys whose rows were not among them may be forgotten in time.
     *
     * @param awaiting whether the mapping writes final states back
     */
    public void looked(boolean awaiting) {
        Instant now = parts.meters().now();
        if (now.isBefore(lookDue)) {
            return;
        }
        parts.own().write("noting a look at a table elsewhere", connection -> {
            execute(connection, LOOKED);
            if (!awaiting) {
                execute(connection, NOT_AWAITED);
            }
            return source;
        });
        lookDue = now.plus(LOOK_INTERVAL);
    }

    private void execute(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, source);
            statement.executeUpdate();
        }
    }
}
