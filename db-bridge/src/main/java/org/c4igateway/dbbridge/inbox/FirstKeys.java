package org.c4igateway.dbbridge.inbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.jdbc.SqlArrays;

/**
 * Identities of the first rows that repetitions name. An inbox that takes a repetition also holds the key of the first
 * row, so it recognises the dead letter of that row when an operator puts it back; an inbox that has taken the dead
 * letter recognises the repetition by the same key. Where another message has that key, see {@link FirstRows}.
 */
final class FirstKeys {
    /** The digest, where the dead letter is still there; without one, any content is the same. */
    private static final String CLAIM = """
            INSERT INTO c4i.inbox_key (origin_system, origin_sequence, received_at, digest)
            SELECT DISTINCT k.origin, k.sequence, now(), (SELECT max(d.digest) FROM c4i.dead_letter AS d
                WHERE d.direction = 'inbound' AND d.origin_system = k.origin AND d.origin_sequence = k.sequence
                HAVING min(d.digest) = max(d.digest))
            FROM unnest(?, ?) AS k (origin, sequence)
            ON CONFLICT DO NOTHING
            RETURNING origin_system, origin_sequence
            """;

    private final Connection connection;

    FirstKeys(Connection connection) {
        this.connection = connection;
    }

    /**
     * @param messages no two of one first row
     * @param fresh identities among theirs that the inbox has not had
     * @return those of them whose first row, or another repetition of it, is in the inbox
     */
    Set<MessageId> known(List<KeyedMessage> messages, Set<MessageId> fresh) throws SQLException {
        List<KeyedMessage> repetitions = messages.stream()
                .filter(message -> message.message().repeats() != 0 && fresh.contains(message.id()))
                .toList();
        if (repetitions.isEmpty()) {
            return Set.of();
        }
        Set<MessageId> claimed = claim(repetitions);
        return repetitions.stream()
                .filter(message -> !claimed.contains(message.message().first()))
                .map(KeyedMessage::id)
                .collect(Collectors.toSet());
    }

    private Set<MessageId> claim(List<KeyedMessage> repetitions) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(CLAIM)) {
            SqlArrays.bind(
                    statement,
                    1,
                    repetitions.stream()
                            .map(message -> message.id().origin().value())
                            .toArray(String[]::new));
            SqlArrays.bind(
                    statement,
                    2,
                    repetitions.stream()
                            .mapToLong(message -> message.message().repeats())
                            .toArray());
            Set<MessageId> claimed = new HashSet<>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    claimed.add(new MessageId(new SystemName(row.getString(1)), row.getLong(2)));
                }
            }
            return claimed;
        }
    }
}
