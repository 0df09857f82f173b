package org.c4igateway.dbbridge.inbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.c4igateway.core.message.ContentDigest;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.SystemName;
import org.jspecify.annotations.Nullable;

/**
 * Compares repetitions with what the inbox has under the number that they name. When an origin gives a number twice,
 * its second row is refused here, and a repetition of that row names the number of the first one.
 *
 * <p>A repetition has the content of its row but for the times. The times of rows with that number are in the inbox and
 * in dead letters: with the right ones the repetition has the digest of its row. Where neither is kept any more, or the
 * key has no digest, the inbox counts as having the row. Reads only, and nothing while no message repeats another; by
 * one thread.
 */
final class FirstRows {
    private static final String PARKED = """
            SELECT k.origin_system, k.origin_sequence, k.digest, d.digest, d.created_at, d.expires_at
            FROM unnest(?, ?) AS l (origin, sequence)
                JOIN c4i.inbox_key AS k ON k.origin_system = l.origin AND k.origin_sequence = l.sequence
                JOIN c4i.dead_letter AS d ON d.origin_system = k.origin_system AND d.origin_sequence = k.origin_sequence
            WHERE d.direction = 'inbound' AND k.digest IS NOT NULL AND d.digest IS NOT NULL AND d.created_at IS NOT NULL
            """;

    /** Rows of one transaction have one instant, and the number of the inbox finds that. */
    private static final String RECEIVED = """
            WITH held AS MATERIALIZED (
                SELECT k.* FROM unnest(?, ?) AS l (origin, sequence)
                    JOIN c4i.inbox_key AS k ON k.origin_system = l.origin AND k.origin_sequence = l.sequence
                WHERE k.digest IS NOT NULL),
            instants AS MATERIALIZED (
                SELECT t.received_at, c4i.inbox_at(t.received_at - interval '1 microsecond') AS after,
                       c4i.inbox_at(t.received_at) AS last
                FROM (SELECT DISTINCT h.received_at FROM held AS h) AS t)
            SELECT h.origin_system, h.origin_sequence, h.digest, h.digest, i.created_at, i.expires_at
            FROM instants AS t CROSS JOIN LATERAL (
                    SELECT r.origin_system, r.origin_sequence, r.created_at, r.expires_at FROM c4i.inbox AS r
                    WHERE r.received_at = t.received_at AND r.received_id > t.after AND r.received_id <= t.last) AS i
                JOIN held AS h ON h.origin_system = i.origin_system AND h.origin_sequence = i.origin_sequence
                    AND h.received_at = t.received_at
            """;

    private final Connection connection;

    FirstRows(Connection connection) {
        this.connection = connection;
    }

    /** @return identities of those that repeat a row under whose number the inbox has another message */
    Set<MessageId> foreign(List<Message> messages) throws SQLException {
        List<Message> repetitions =
                messages.stream().filter(message -> message.repeats() != 0).toList();
        Judgement judgement = new Judgement(repetitions);
        judge(PARKED, judgement);
        judge(RECEIVED, judgement);
        judgement.foreign.removeAll(judgement.here);
        return judgement.foreign;
    }

    private void judge(String query, Judgement judgement) throws SQLException {
        List<MessageId> open = judgement.open();
        if (open.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            InboxParameters.identities(statement, open);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    judgement.add(
                            new MessageId(new SystemName(row.getString(1)), row.getLong(2)),
                            row.getLong(3),
                            row.getLong(4),
                            Objects.requireNonNull(row.getObject(5, OffsetDateTime.class))
                                    .toInstant(),
                            row.getObject(6, OffsetDateTime.class));
                }
            }
        }
    }

    /**
     * @param createdAt when the row that it may repeat was created
     * @param expiresAt when that expires; null: never
     * @return digest of that row, if it repeats it
     */
    static long digestAt(Message repetition, Instant createdAt, @Nullable OffsetDateTime expiresAt) {
        return ContentDigest.of(new Message(
                repetition.id(),
                repetition.topicId(),
                repetition.precedence(),
                repetition.destinations(),
                createdAt,
                expiresAt == null ? Instant.MAX : expiresAt.toInstant(),
                repetition.label(),
                repetition.subject(),
                repetition.payload()));
    }

    private static final class Judgement {
        private final Map<MessageId, List<Message>> byFirst;
        private final Set<MessageId> here = new HashSet<>();
        private final Set<MessageId> foreign = new HashSet<>();

        Judgement(List<Message> repetitions) {
            byFirst = repetitions.stream().collect(Collectors.groupingBy(Message::first));
        }

        /** @return first rows of repetitions about which nothing is known yet */
        List<MessageId> open() {
            return byFirst.entrySet().stream()
                    .filter(entry -> entry.getValue().stream()
                            .anyMatch(message -> !here.contains(message.id()) && !foreign.contains(message.id())))
                    .map(Map.Entry::getKey)
                    .toList();
        }

        /**
         * Takes up a message that came with the number {@code first}.
         *
         * @param held digest of what the inbox has under that number
         * @param digest of that message
         */
        void add(MessageId first, long held, long digest, Instant createdAt, @Nullable OffsetDateTime expiresAt) {
            for (Message repetition : byFirst.getOrDefault(first, List.of())) {
                long repeated = digestAt(repetition, createdAt, expiresAt);
                if (repeated == held) {
                    here.add(repetition.id());
                } else if (repeated == digest || digest == held) {
                    foreign.add(repetition.id());
                }
            }
        }
    }
}
