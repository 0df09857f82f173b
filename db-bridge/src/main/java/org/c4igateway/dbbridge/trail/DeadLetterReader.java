package org.c4igateway.dbbridge.trail;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.c4igateway.dbbridge.jdbc.SqlFaults;

/** Reads the dead letters along their primary key. Needs a member of {@code c4i_console}. Thread-safe, blocks. */
public final class DeadLetterReader {
    private final DataSource dataSource;

    public DeadLetterReader(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** @return newest first, with numbers below {@code before} */
    public Page<DeadLetterLine> page(long before, int rows) {
        return Page.of(lines("id < ?", before, rows + 1), rows, DeadLetterLine::id);
    }

    /** @return the one with that number */
    public Optional<DeadLetterLine> find(long id) {
        return lines("id = ?", id, 1).stream().findFirst();
    }

    /** @return at most so many of its first bytes; none when there is no such letter */
    public byte[] bytes(long id, int atMost) {
        String sql = "SELECT substring(payload FROM 1 FOR ?) FROM c4i.dead_letter WHERE id = ?";
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setInt(1, atMost);
            statement.setLong(2, id);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? row.getBytes(1) : new byte[0];
            }
        } catch (SQLException e) {
            throw SqlFaults.translate(e, "reading a dead letter");
        }
    }

    private List<DeadLetterLine> lines(String where, long id, int atMost) {
        String sql = """
                SELECT l.id, l.at, l.direction = 'outbound', l.source, l.origin_system, l.origin_sequence, l.topic_id, l.destination,
                       l.code, l.reason, octet_length(l.payload), n.sequence, l.created_at IS NOT NULL,
                       coalesce(s.state, r.state), coalesce(s.code, r.code), coalesce(s.detail, r.detail, '')
                FROM (SELECT * FROM c4i.dead_letter WHERE %s ORDER BY id DESC LIMIT ?) AS l
                    LEFT JOIN LATERAL (
                        SELECT max(a.new_sequence) AS sequence FROM c4i.operator_action AS a
                        WHERE l.direction = 'outbound' AND a.action = 'replay' AND a.sequence = l.origin_sequence
                            AND a.destination = l.destination) AS n ON true
                    LEFT JOIN LATERAL (
                        SELECT d.state, d.code, d.detail FROM c4i.delivery_status AS d
                        WHERE d.sequence = n.sequence AND d.destination = l.destination LIMIT 1) AS s ON true
                    LEFT JOIN LATERAL (
                        SELECT coalesce(m.result, 'waiting') AS state, m.code, m.detail FROM c4i.readmission AS m
                        WHERE m.dead_letter = l.id ORDER BY m.id DESC LIMIT 1) AS r ON true
                ORDER BY l.id DESC
                """.formatted(where);
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, id);
            statement.setInt(2, atMost);
            try (ResultSet row = statement.executeQuery()) {
                List<DeadLetterLine> lines = new ArrayList<>();
                while (row.next()) {
                    lines.add(line(row));
                }
                return lines;
            }
        } catch (SQLException e) {
            throw SqlFaults.translate(e, "reading the dead letters");
        }
    }

    private static DeadLetterLine line(ResultSet row) throws SQLException {
        return new DeadLetterLine(
                row.getLong(1),
                RowMapping.instant(row, 2),
                row.getBoolean(3),
                row.getString(4),
                Optional.ofNullable(row.getString(5)),
                RowMapping.number(row, 6),
                Optional.ofNullable(row.getString(7)),
                Optional.ofNullable(row.getString(8)),
                row.getString(9),
                row.getString(10),
                row.getInt(11),
                RowMapping.number(row, 12),
                row.getBoolean(13),
                RowMapping.result(row, 14));
    }
}
