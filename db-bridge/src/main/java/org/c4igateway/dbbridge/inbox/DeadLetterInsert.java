package org.c4igateway.dbbridge.inbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Inbox.DeadLetter;
import org.c4igateway.dbbridge.jdbc.SqlArrays;
import org.c4igateway.dbbridge.jdbc.StorableText;
import org.jspecify.annotations.Nullable;

/**
 * Parks what arrived and is not delivered, once: origins repeat a message until its receipt has come, so a message that is in
 * the inbox already (refused only now, because it has expired meanwhile) or parked for the same reason is not parked again.
 */
final class DeadLetterInsert {
    private static final String KNOWN = """
            SELECT true, k.origin_system, k.origin_sequence, ''
            FROM c4i.inbox_key AS k JOIN unnest(?, ?) AS l (origin, sequence)
                ON k.origin_system = l.origin AND k.origin_sequence = l.sequence
            UNION ALL
            SELECT false, d.origin_system, d.origin_sequence, d.code
            FROM c4i.dead_letter AS d JOIN unnest(?, ?) AS l (origin, sequence)
                ON d.origin_system = l.origin AND d.origin_sequence = l.sequence
            WHERE d.direction = 'inbound'
            """;

    private static final String LETTERS = """
            INSERT INTO c4i.dead_letter (direction, source, origin_system, origin_sequence, topic_id, code, reason, payload)
            SELECT 'inbound', l.source, l.origin, CASE WHEN l.origin IS NOT NULL THEN l.sequence END, l.topic_id, l.code,
                   l.reason, l.payload
            FROM unnest(?, ?, ?, ?, ?, ?, ?) AS l (source, origin, sequence, topic_id, code, reason, payload)
            """;

    private final Connection connection;

    DeadLetterInsert(Connection connection) {
        this.connection = connection;
    }

    Outcome execute(List<DeadLetter> letters) throws SQLException {
        Set<MessageId> delivered = new HashSet<>();
        Set<Reason> known = new HashSet<>();
        look(letters, delivered, known);
        List<DeadLetter> parked = new ArrayList<>();
        List<DeadLetter> repeated = new ArrayList<>();
        for (DeadLetter letter : letters) {
            MessageId id = idOf(letter);
            boolean again = id != null
                    && (delivered.contains(id)
                            || !known.add(new Reason(id, letter.code().code())));
            (again ? repeated : parked).add(letter);
        }
        insert(parked);
        return new Outcome(parked, repeated, delivered);
    }

    private void look(List<DeadLetter> letters, Set<MessageId> delivered, Set<Reason> known) throws SQLException {
        List<MessageId> ids = letters.stream()
                .map(DeadLetterInsert::idOf)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        if (ids.isEmpty()) {
            return;
        }
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
                    if (row.getBoolean(1)) {
                        delivered.add(id);
                    } else {
                        known.add(new Reason(id, row.getString(4)));
                    }
                }
            }
        }
    }

    private void insert(List<DeadLetter> letters) throws SQLException {
        if (letters.isEmpty()) {
            return;
        }
        int n = letters.size();
        @Nullable String[] origins = new @Nullable String[n];
        long[] sequences = new long[n];
        @Nullable String[] topicIds = new @Nullable String[n];
        byte[][] payloads = new byte[n][];
        for (int i = 0; i < n; i++) {
            DeadLetter letter = letters.get(i);
            payloads[i] = letter.bytes();
            if (letter.message() != null) {
                origins[i] = letter.message().id().origin().value();
                sequences[i] = letter.message().id().sequence();
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
            statement.executeUpdate();
        }
    }

    private static String[] texts(List<DeadLetter> letters, Function<DeadLetter, String> column) {
        return letters.stream().map(column).map(StorableText::mended).toArray(String[]::new);
    }

    private static @Nullable MessageId idOf(DeadLetter letter) {
        return letter.message() == null ? null : letter.message().id();
    }

    /**
     * What became of the letters.
     *
     * @param parked written now
     * @param repeated known before, not written
     * @param delivered messages that are in the inbox, so that their origins get receipts
     */
    record Outcome(List<DeadLetter> parked, List<DeadLetter> repeated, Set<MessageId> delivered) {}

    private record Reason(MessageId id, String code) {}
}
