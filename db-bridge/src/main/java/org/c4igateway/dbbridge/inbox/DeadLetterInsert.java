package org.c4igateway.dbbridge.inbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.MessageKey;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Inbox.DeadLetter;
import org.c4igateway.dbbridge.jdbc.SqlArrays;
import org.c4igateway.dbbridge.jdbc.StorableText;
import org.jspecify.annotations.Nullable;

/**
 * Parks each refused message once. Origins repeat a message until its receipt comes, so a message is not parked again
 * if it is in the inbox already (and refused only now, for example because it expired) or parked for the same reason.
 * Messages are the same if identity and content are equal.
 */
final class DeadLetterInsert {
    private static final String KNOWN = """
            SELECT true, k.origin_system, k.origin_sequence, '', k.digest
            FROM c4i.inbox_key AS k JOIN unnest(?, ?) AS l (origin, sequence)
                ON k.origin_system = l.origin AND k.origin_sequence = l.sequence
            UNION ALL
            SELECT false, d.origin_system, d.origin_sequence, d.code, d.digest
            FROM c4i.dead_letter AS d JOIN unnest(?, ?) AS l (origin, sequence)
                ON d.origin_system = l.origin AND d.origin_sequence = l.sequence
            WHERE d.direction = 'inbound'
            """;

    private static final String LETTERS = """
            INSERT INTO c4i.dead_letter (direction, source, origin_system, origin_sequence, topic_id, code, reason, payload, digest,
                precedence, destinations, created_at, expires_at, label, subject, repeats)
            SELECT 'inbound', l.source, l.origin, CASE WHEN l.origin IS NOT NULL THEN l.sequence END, l.topic_id, l.code,
                   l.reason, l.payload, CASE WHEN l.origin IS NOT NULL THEN l.digest END,
                   CASE WHEN l.label IS NOT NULL THEN l.precedence END, string_to_array(l.destinations, ','),
                   CASE WHEN l.label IS NOT NULL THEN timestamptz 'epoch' + l.created_us * interval '1 microsecond' END,
                   CASE WHEN l.label IS NOT NULL AND l.expires_us < 9223372036854775807
                       THEN timestamptz 'epoch' + l.expires_us * interval '1 microsecond' END,
                   l.label, l.subject, nullif(l.repeats, 0)
            FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) AS l (source, origin, sequence, topic_id, code, reason, payload,
                digest, precedence, destinations, created_us, expires_us, label, subject, repeats)
            """;

    private final Connection connection;

    DeadLetterInsert(Connection connection) {
        this.connection = connection;
    }

    Outcome execute(List<DeadLetter> letters) throws SQLException {
        List<@Nullable MessageKey> keys = new ArrayList<>(letters.size());
        letters.forEach(letter -> keys.add(keyOf(letter)));
        Known known = look(keys, letters);
        Set<MessageKey> delivered = new HashSet<>();
        List<DeadLetter> parked = new ArrayList<>();
        List<@Nullable MessageKey> parkedKeys = new ArrayList<>();
        List<DeadLetter> repeated = new ArrayList<>();
        for (int i = 0; i < letters.size(); i++) {
            MessageKey key = keys.get(i);
            DeadLetter letter = letters.get(i);
            if (key != null && known.has(key, letter)) {
                delivered.add(key);
                repeated.add(letter);
            } else if (key != null && !known.isNew(key, letter.code().code())) {
                repeated.add(letter);
            } else {
                parked.add(letter);
                parkedKeys.add(key);
            }
        }
        insert(parked, parkedKeys);
        return new Outcome(parked, repeated, delivered);
    }

    private Known look(List<@Nullable MessageKey> keys, List<DeadLetter> letters) throws SQLException {
        KnownKeys inbox = new KnownKeys();
        Set<Reason> reasons = new HashSet<>();
        List<MessageId> ids = new ArrayList<>();
        for (MessageKey key : keys) {
            if (key != null) {
                ids.add(key.id());
            }
        }
        List<Message> messages = new ArrayList<>();
        for (DeadLetter letter : letters) {
            if (letter.message() != null) {
                messages.add(letter.message());
                ids.add(letter.message().first());
            }
        }
        ids = ids.stream().distinct().toList();
        if (!ids.isEmpty()) {
            String[] origins = ids.stream().map(id -> id.origin().value()).toArray(String[]::new);
            long[] sequences = ids.stream().mapToLong(MessageId::sequence).toArray();
            try (PreparedStatement statement = connection.prepareStatement(KNOWN)) {
                for (int parameter = 1; parameter < 4; parameter += 2) {
                    SqlArrays.bind(statement, parameter, origins);
                    SqlArrays.bind(statement, parameter + 1, sequences);
                }
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        MessageId id = new MessageId(new SystemName(row.getString(2)), row.getLong(3));
                        Long digest = row.getObject(5, Long.class);
                        if (row.getBoolean(1)) {
                            inbox.add(id, digest);
                        } else {
                            reasons.add(new Reason(id, row.getString(4), digest));
                        }
                    }
                }
            }
        }
        return new Known(inbox, new FirstRows(connection).foreign(messages), reasons);
    }

    private void insert(List<DeadLetter> letters, List<@Nullable MessageKey> keys) throws SQLException {
        if (letters.isEmpty()) {
            return;
        }
        int n = letters.size();
        @Nullable String[] origins = new @Nullable String[n];
        long[] sequences = new long[n];
        @Nullable String[] topicIds = new @Nullable String[n];
        long[] digests = new long[n];
        byte[][] payloads = new byte[n][];
        for (int i = 0; i < n; i++) {
            DeadLetter letter = letters.get(i);
            MessageKey key = keys.get(i);
            payloads[i] = letter.bytes();
            if (letter.message() != null && key != null) {
                origins[i] = key.id().origin().value();
                sequences[i] = key.id().sequence();
                digests[i] = key.digest();
                topicIds[i] = StorableText.mended(letter.message().topicId());
            }
        }
        try (PreparedStatement statement = connection.prepareStatement(LETTERS)) {
            SqlArrays.bind(statement, 1, texts(letters, DeadLetter::source));
            SqlArrays.bind(statement, 2, origins);
            SqlArrays.bind(statement, 3, sequences);
            SqlArrays.bind(statement, 4, topicIds);
            SqlArrays.bind(statement, 5, texts(letters, letter -> letter.code().code()));
            SqlArrays.bind(statement, 6, texts(letters, DeadLetter::detail));
            SqlArrays.bind(statement, 7, payloads);
            SqlArrays.bind(statement, 8, digests);
            new ParkedEnvelopes(letters).bind(statement, 9);
            statement.executeUpdate();
        }
    }

    private static String[] texts(List<DeadLetter> letters, Function<DeadLetter, String> column) {
        return letters.stream().map(column).map(StorableText::mended).toArray(String[]::new);
    }

    private static @Nullable MessageKey keyOf(DeadLetter letter) {
        return letter.message() == null ? null : MessageKey.of(letter.message());
    }

    /**
     * Result of parking.
     *
     * @param parked written now
     * @param repeated known before, not written
     * @param delivered messages that are in the inbox, so that their origins get receipts
     */
    record Outcome(List<DeadLetter> parked, List<DeadLetter> repeated, Set<MessageKey> delivered) {}

    /**
     * Known messages: those in the inbox, and those that are parked, with the reason.
     *
     * @param foreign repetitions whose first row has the number of another message in the inbox
     */
    private record Known(KnownKeys inbox, Set<MessageId> foreign, Set<Reason> reasons) {
        /** Whether the inbox has the message, or the row that it repeats. */
        boolean has(MessageKey key, DeadLetter letter) {
            Message message = letter.message();
            return inbox.has(key)
                    || (message != null
                            && message.repeats() != 0
                            && inbox.has(message.first())
                            && !foreign.contains(key.id()));
        }

        /** Whether this was not parked for that reason before; a letter of an older release, without digest, counts. */
        boolean isNew(MessageKey key, String code) {
            return !reasons.contains(new Reason(key.id(), code, null))
                    && reasons.add(new Reason(key.id(), code, key.digest()));
        }
    }

    private record Reason(
            MessageId id, String code, @Nullable Long digest) {}
}
