package org.c4igateway.dbbridge.trail;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import javax.sql.DataSource;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.dbbridge.jdbc.SqlCall;

/**
 * Finds messages and their states. Every question runs along primary keys and looks through at most
 * {@value #MAX_LOOKED_AT} rows, so that outbox and inbox need no further index. Needs a member of {@code c4i_console}.
 * Thread-safe, blocks.
 */
public final class MessageQueries {
    /** Rows that one search by topic looks through; it goes on where it stopped. */
    public static final int MAX_LOOKED_AT = 20_000;

    /** What the database tells instants apart by, in nanoseconds. */
    private static final long MICROSECOND = 1_000;

    /** One inbox transaction writes fewer rows. */
    private static final int MAX_OF_ONE_INSTANT = 5_000;

    private static final Table<SentMessage> OUTBOX = new Table<>(
            "c4i.outbox",
            "sequence",
            "created_at, expires_at, topic_id, precedence, destinations, label, subject, payload_size",
            "c4i.outbox_at",
            """
            (wanted.system IS NULL OR m.destinations @> ARRAY[wanted.system]) AND (wanted.state IS NULL OR EXISTS (
                SELECT FROM unnest(m.destinations) AS d (destination) LEFT JOIN c4i.delivery AS v
                    ON v.sequence = m.sequence AND v.created_at = m.created_at AND v.destination = d.destination
                WHERE coalesce(v.state, 'pending') = wanted.state AND d.destination = coalesce(wanted.system, d.destination)))
            """,
            RowMapping::sent,
            SentMessage::sequence);

    private static final Table<ReceivedMessage> INBOX = new Table<>(
            "c4i.inbox",
            "received_id",
            "received_at, origin_system, origin_sequence, topic_id, precedence, destinations, created_at, expires_at, label,"
                    + " subject, finding",
            "c4i.inbox_at",
            "(wanted.system IS NULL OR m.origin_system = wanted.system)",
            RowMapping::received,
            ReceivedMessage::receivedId);

    private static final String STEPS = """
            SELECT sequence, destination, state, code, detail, at, finding FROM c4i.delivery
            WHERE sequence = ANY (?) AND created_at BETWEEN ? AND ? ORDER BY destination
            """;

    private final DataSource dataSource;

    public MessageQueries(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** @return messages of this system, newest first */
    public Page<SentMessage> sent(MessageSearch messageSearch, int rows) {
        return ask("reading the outbox", connection -> {
            Page<SentMessage> page = OUTBOX.page(connection, messageSearch, rows);
            return new Page<>(withSteps(connection, page.rows()), page.next());
        });
    }

    /** @return the message with that number, with its final states */
    public Optional<SentMessage> sent(long sequence) {
        return ask(
                "reading the outbox",
                connection ->
                        withSteps(
                                        connection,
                                        OUTBOX.list(connection, "WHERE sequence = ?", row -> row.setLong(1, sequence)))
                                .stream()
                                .findFirst());
    }

    /** @return messages for this system, newest first */
    public Page<ReceivedMessage> received(MessageSearch messageSearch, int rows) {
        return ask("reading the inbox", connection -> INBOX.page(connection, messageSearch, rows));
    }

    /** @return when the message with that identity was received; also after its row was dropped */
    public Optional<Instant> receivedAt(MessageId id) {
        return ask("reading the inbox", connection -> receivedAt(connection, id));
    }

    /** @return the message with that identity */
    public Optional<ReceivedMessage> received(MessageId id) {
        return ask("reading the inbox", connection -> {
            Optional<Instant> at = receivedAt(connection, id);
            if (at.isEmpty()) {
                return Optional.empty();
            }
            // The rows of one transaction have its instant and follow each other.
            return INBOX
                    .list(connection, "WHERE received_id <= c4i.inbox_at(?) ORDER BY received_id DESC LIMIT ?", row -> {
                        row.setObject(1, RowMapping.timestamp(at.get()));
                        row.setInt(2, MAX_OF_ONE_INSTANT);
                    })
                    .stream()
                    .filter(message ->
                            message.origin().equals(id.origin().value()) && message.originSequence() == id.sequence())
                    .findFirst();
        });
    }

    private static Optional<Instant> receivedAt(Connection connection, MessageId id) throws SQLException {
        String sql = "SELECT received_at FROM c4i.inbox_key WHERE origin_system = ? AND origin_sequence = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, id.origin().value());
            statement.setLong(2, id.sequence());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(RowMapping.instant(row, 1)) : Optional.empty();
            }
        }
    }

    private static List<SentMessage> withSteps(Connection connection, List<SentMessage> messages) throws SQLException {
        if (messages.isEmpty()) {
            return messages;
        }
        Long[] sequences = messages.stream().map(SentMessage::sequence).toArray(Long[]::new);
        List<Instant> created =
                messages.stream().map(SentMessage::createdAt).sorted().toList();
        try (PreparedStatement statement = connection.prepareStatement(STEPS)) {
            statement.setArray(1, connection.createArrayOf("int8", sequences));
            statement.setObject(2, RowMapping.timestamp(created.getFirst()));
            statement.setObject(3, RowMapping.timestamp(created.getLast()));
            try (ResultSet row = statement.executeQuery()) {
                return RowMapping.withSteps(messages, row);
            }
        }
    }

    private <T> T ask(String doing, SqlCall.Question<T> question) {
        return SqlCall.ask(dataSource, doing, question);
    }

    private interface Parameters {
        void set(PreparedStatement statement) throws SQLException;
    }

    private interface RowDecoder<T> {
        T decode(ResultSet row) throws SQLException;
    }

    /**
     * A table that is read along a key that grows with time; its first column in every answer.
     *
     * @param condition on a row {@code m} and what is {@code wanted} of system and state
     */
    private record Table<T>(
            String name,
            String key,
            String columns,
            String bound,
            String condition,
            RowDecoder<T> decoder,
            ToLongFunction<T> keyOf) {
        private static final String WANTED = """
                ) AS m, (SELECT ?::text[] AS topics, ?::text AS system, ?::text AS state, ?::integer AS precedence,
                    lower(?::text) AS text) AS wanted
                WHERE (wanted.topics IS NULL OR m.topic_id = ANY (wanted.topics))
                    AND (wanted.precedence IS NULL OR m.precedence = wanted.precedence)
                    AND (wanted.text IS NULL OR strpos(lower(m.label || ' ' || m.subject), wanted.text) > 0)
                    AND \
                """;

        Page<T> page(Connection connection, MessageSearch messageSearch, int rows) throws SQLException {
            Range range = range(connection, messageSearch);
            String of = "SELECT " + key + ", " + columns + " FROM " + name + " WHERE " + key + " <= ? AND " + key
                    + " > ? ORDER BY " + key + " DESC LIMIT ?";
            String sql = "SELECT m.* FROM (" + of + WANTED + condition + " ORDER BY m." + key + " DESC LIMIT ?";
            List<T> found = list(connection, sql, statement -> {
                range.set(statement, MAX_LOOKED_AT);
                set(statement, messageSearch.filter());
                statement.setInt(9, rows + 1);
            });
            if (found.size() > rows) {
                List<T> page = found.subList(0, rows);
                return new Page<>(page, OptionalLong.of(keyOf.applyAsLong(page.getLast())));
            }
            boolean all = messageSearch.filter().equals(MessageSearch.Filter.NONE);
            return new Page<>(found, all ? OptionalLong.empty() : lastLookedAt(connection, range));
        }

        private static void set(PreparedStatement statement, MessageSearch.Filter filter) throws SQLException {
            statement.setArray(
                    4,
                    filter.topics().isEmpty()
                            ? null
                            : statement
                                    .getConnection()
                                    .createArrayOf("text", filter.topics().get().toArray()));
            statement.setString(5, filter.system().orElse(null));
            statement.setString(6, filter.state().orElse(null));
            statement.setObject(7, filter.precedence().map(Enum::ordinal).orElse(null), Types.INTEGER);
            statement.setString(8, filter.text().orElse(null));
        }

        private Range range(Connection connection, MessageSearch messageSearch) throws SQLException {
            long newest = messageSearch.before() - 1;
            return new Range(
                    messageSearch.since().isEmpty()
                            ? -1
                            : newestAt(connection, messageSearch.since().get().minusNanos(MICROSECOND)),
                    messageSearch.until().isEmpty()
                            ? newest
                            : Math.min(
                                    newest,
                                    newestAt(connection, messageSearch.until().get())));
        }

        private long newestAt(Connection connection, Instant instant) throws SQLException {
            try (PreparedStatement statement = connection.prepareStatement("SELECT " + bound + "(?)")) {
                statement.setObject(1, RowMapping.timestamp(instant));
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    return row.getLong(1);
                }
            }
        }

        private OptionalLong lastLookedAt(Connection connection, Range range) throws SQLException {
            String sql = "SELECT " + key + " FROM " + name + " WHERE " + key + " <= ? AND " + key + " > ? ORDER BY "
                    + key + " DESC OFFSET ? LIMIT 1";
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                range.set(statement, MAX_LOOKED_AT - 1);
                try (ResultSet row = statement.executeQuery()) {
                    return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
                }
            }
        }

        /** @param query a whole one, or what follows the table's name */
        List<T> list(Connection connection, String query, Parameters parameters) throws SQLException {
            String sql = query.startsWith("SELECT")
                    ? query
                    : "SELECT " + key + ", " + columns + " FROM " + name + " " + query;
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                parameters.set(statement);
                try (ResultSet row = statement.executeQuery()) {
                    List<T> rows = new ArrayList<>();
                    while (row.next()) {
                        rows.add(decoder.decode(row));
                    }
                    return rows;
                }
            }
        }
    }

    /** Numbers above {@code after}, up to {@code from}. */
    private record Range(long after, long from) {
        void set(PreparedStatement statement, int rows) throws SQLException {
            statement.setLong(1, from);
            statement.setLong(2, after);
            statement.setInt(3, rows);
        }
    }
}
