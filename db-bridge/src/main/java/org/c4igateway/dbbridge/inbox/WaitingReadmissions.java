package org.c4igateway.dbbridge.inbox;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.c4igateway.core.message.ContentDigest;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Inbox;
import org.c4igateway.core.store.Readmission;
import org.c4igateway.core.store.Readmission.Outcome;
import org.c4igateway.core.store.Readmission.Taken;
import org.c4igateway.dbbridge.jdbc.SqlArrays;
import org.jspecify.annotations.Nullable;

/** Dead letters that wait before the inbox, and how they end. */
final class WaitingReadmissions {
    /** Few, because their payloads are in memory together. */
    private static final int MOST = 4;

    private static final String WAITING = """
            SELECT r.id, d.origin_system, d.origin_sequence, d.topic_id, d.precedence, d.destinations, d.created_at, d.expires_at,
                   d.label, d.subject, d.payload, d.digest, coalesce(d.repeats, 0)
            FROM c4i.readmission AS r LEFT JOIN c4i.dead_letter AS d ON d.id = r.dead_letter
            WHERE r.ended_at IS NULL ORDER BY r.id LIMIT ?
            """;

    private static final String UNTOLD = """
            SELECT r.id, d.origin_system, d.origin_sequence
            FROM c4i.readmission AS r JOIN c4i.dead_letter AS d ON d.id = r.dead_letter
            WHERE r.result IN ('received', 'there') AND r.told_at IS NULL AND r.id > ? ORDER BY r.id LIMIT ?
            """;

    private final Connection connection;

    WaitingReadmissions(Connection connection) {
        this.connection = connection;
    }

    List<Readmission> read() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(WAITING)) {
            statement.setInt(1, MOST);
            try (ResultSet row = statement.executeQuery()) {
                List<Readmission> waiting = new ArrayList<>();
                while (row.next()) {
                    waiting.add(new Readmission(row.getLong(1), messageOrNone(row)));
                }
                return waiting;
            }
        }
    }

    private static @Nullable Message messageOrNone(ResultSet row) throws SQLException {
        try {
            return message(row);
        } catch (IllegalArgumentException e) {
            return null; // somebody has altered the dead letter
        }
    }

    /** @return null when the message cannot be made of the letter as it came, which its digest shows */
    private static @Nullable Message message(ResultSet row) throws SQLException {
        String origin = row.getString(2);
        Timestamp createdAt = row.getTimestamp(7);
        Array destinations = row.getArray(6);
        Long digest = row.getObject(12, Long.class);
        if (origin == null || createdAt == null || destinations == null || digest == null) {
            return null;
        }
        Timestamp expiresAt = row.getTimestamp(8);
        Message message = new Message(
                new MessageId(new SystemName(origin), row.getLong(3)),
                row.getString(4),
                Precedence.ofCode(row.getInt(5)),
                Stream.of((String[]) destinations.getArray())
                        .map(SystemName::new)
                        .toList(),
                createdAt.toInstant(),
                expiresAt == null ? Instant.MAX : expiresAt.toInstant(),
                row.getString(9),
                row.getString(10),
                row.getBytes(11),
                row.getLong(13));
        return ContentDigest.of(message) == digest ? message : null;
    }

    List<Taken> untold(long after) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(UNTOLD)) {
            statement.setLong(1, after);
            statement.setInt(2, Inbox.MAX_UNTOLD);
            try (ResultSet row = statement.executeQuery()) {
                List<Taken> untold = new ArrayList<>();
                while (row.next()) {
                    MessageId id = new MessageId(new SystemName(row.getString(2)), row.getLong(3));
                    untold.add(new Taken(row.getLong(1), id));
                }
                return untold;
            }
        }
    }

    void told(long epoch, List<Taken> taken) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT c4i.told_readmissions(?, ?)")) {
            statement.setLong(1, epoch);
            SqlArrays.bind(statement, 2, taken.stream().mapToLong(Taken::id).toArray());
            statement.execute();
        }
    }

    void end(long epoch, Readmission readmission, Outcome outcome) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT c4i.end_readmission(?, ?, ?, ?, ?)")) {
            statement.setLong(1, epoch);
            statement.setLong(2, readmission.id());
            switch (outcome) {
                case Outcome.Received() -> bind(statement, "received", null, "");
                case Outcome.There() -> bind(statement, "there", null, "");
                case Outcome.Refused(var code, String detail) -> bind(statement, "refused", code.code(), detail);
            }
            statement.execute();
        }
    }

    private static void bind(PreparedStatement statement, String result, @Nullable String code, String detail)
            throws SQLException {
        statement.setString(3, result);
        statement.setString(4, code);
        statement.setString(5, detail.replace('\0', ' '));
    }
}
