package org.c4igateway.dbbridge.inbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    private static final String LETTERS = """
            SELECT d.origin_system, d.origin_sequence, d.digest, d.created_at, d.expires_at
            FROM unnest(?, ?) AS l (origin, sequence)
                JOIN c4i.dead_letter AS d ON d.origin_system = l.origin AND d.origin_sequence = l.sequence
            WHERE d.direction = 'inbound' AND d.digest IS NOT NULL AND d.created_at IS NOT NULL
            """;

    private static final String CLAIM = """
            INSERT INTO c4i.inbox_key (origin_system, origin_sequence, received_at, digest)
            SELECT k.origin, k.sequence, now(), k.digest FROM unnest(?, ?, ?) AS k (origin, sequence, digest)
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
        List<MessageId> firsts = repetitions.stream()
                .map(repetition -> repetition.message().first())
                .toList();
        Map<MessageId, Long> digests = digests(repetitions, firsts);
        try (PreparedStatement statement = connection.prepareStatement(CLAIM)) {
            InboxParameters.identities(statement, firsts);
            SqlArrays.bind(statement, 3, firsts.stream().map(digests::get).toArray(Long[]::new));
            Set<MessageId> claimed = new HashSet<>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    claimed.add(new MessageId(new SystemName(row.getString(1)), row.getLong(2)));
                }
            }
            return claimed;
        }
    }

    /**
     * A number may have been given twice, so a dead letter that has it need not be of the row that is repeated.
     *
     * @return a digest for each first row: that of the dead letter which the repetition repeats. If the dead letters
     *     with this number are of other messages: that of the repetition. Without a dead letter: none, and any content
     *     counts as the same
     */
    private Map<MessageId, Long> digests(List<KeyedMessage> repetitions, List<MessageId> firsts) throws SQLException {
        Map<MessageId, KeyedMessage> byFirst = new HashMap<>();
        repetitions.forEach(repetition -> byFirst.put(repetition.message().first(), repetition));
        Map<MessageId, Long> digests = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(LETTERS)) {
            InboxParameters.identities(statement, firsts);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    MessageId first = new MessageId(new SystemName(row.getString(1)), row.getLong(2));
                    KeyedMessage repetition = Objects.requireNonNull(byFirst.get(first));
                    long digest = row.getLong(3);
                    long repeated = FirstRows.digestAt(
                            repetition.message(),
                            Objects.requireNonNull(row.getObject(4, OffsetDateTime.class))
                                    .toInstant(),
                            row.getObject(5, OffsetDateTime.class));
                    if (repeated == digest) {
                        digests.put(first, digest);
                    } else {
                        digests.putIfAbsent(first, repetition.key().digest());
                    }
                }
            }
        }
        return digests;
    }
}
