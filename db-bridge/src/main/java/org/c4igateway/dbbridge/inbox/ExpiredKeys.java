package org.c4igateway.dbbridge.inbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.MessageKey;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.jdbc.SqlArrays;

/**
 * What this node has found expired: messages that arrived too late are dead letters, and those that an origin asked
 * about and that had not arrived are in {@code c4i.expiry_answer}.
 */
final class ExpiredKeys {
    private static final String ANSWER = "SELECT c4i.answer_expired(?, ?, ?, ?)";

    private static final String NEWEST = """
            SELECT e.origin_system, e.origin_sequence, e.digest FROM (
                (SELECT d.at, d.origin_system, d.origin_sequence, d.digest FROM c4i.dead_letter AS d
                WHERE d.direction = 'inbound' AND d.code = ? AND d.origin_system IS NOT NULL AND d.digest IS NOT NULL
                ORDER BY d.id DESC LIMIT ?)
                UNION ALL
                (SELECT a.answered_at, a.origin_system, a.origin_sequence, a.digest FROM c4i.expiry_answer AS a
                ORDER BY a.answered_at DESC LIMIT ?)) AS e
            ORDER BY e.at DESC LIMIT ?
            """;

    private final Connection connection;

    ExpiredKeys(Connection connection) {
        this.connection = connection;
    }

    void answer(long epoch, List<MessageKey> keys) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(ANSWER)) {
            statement.setLong(1, epoch);
            SqlArrays.bind(
                    statement,
                    2,
                    keys.stream().map(key -> key.id().origin().value()).toArray(String[]::new));
            SqlArrays.bind(
                    statement,
                    3,
                    keys.stream().mapToLong(key -> key.id().sequence()).toArray());
            SqlArrays.bind(
                    statement, 4, keys.stream().mapToLong(MessageKey::digest).toArray());
            statement.execute();
        }
    }

    /** @return at most so many, oldest first */
    List<MessageKey> newest(int atMost) throws SQLException {
        List<MessageKey> keys = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(NEWEST)) {
            statement.setString(1, ErrorCode.EXPIRED.code());
            for (int parameter = 2; parameter <= 4; parameter++) {
                statement.setInt(parameter, atMost);
            }
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    MessageId id = new MessageId(new SystemName(row.getString(1)), row.getLong(2));
                    keys.add(new MessageKey(id, row.getLong(3)));
                }
            }
        }
        return keys.reversed();
    }
}
