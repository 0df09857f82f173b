package org.c4igateway.dbbridge.inbox;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.jdbc.SqlArrays;

/** Binds batches to the statements of the inbox, as an array for each column. */
final class InboxParameters {
    private InboxParameters() {}

    /** Parameters 1 and 2. */
    static void identities(PreparedStatement statement, List<MessageId> ids) throws SQLException {
        SqlArrays.bind(statement, 1, strings(ids, id -> id.origin().value()));
        SqlArrays.bind(statement, 2, longs(ids, MessageId::sequence));
    }

    /** Parameters 2 to 4. */
    static void keys(PreparedStatement statement, List<KeyedMessage> messages) throws SQLException {
        SqlArrays.bind(statement, 2, strings(messages, m -> m.id().origin().value()));
        SqlArrays.bind(statement, 3, longs(messages, m -> m.id().sequence()));
        SqlArrays.bind(statement, 4, longs(messages, m -> m.key().digest()));
    }

    static void summary(PreparedStatement statement, int first, List<Map.Entry<SummaryKey, Long>> summary)
            throws SQLException {
        SqlArrays.bind(statement, first, strings(summary, e -> e.getKey().origin()));
        SqlArrays.bind(statement, first + 1, strings(summary, e -> e.getKey().state()));
        SqlArrays.bind(statement, first + 2, longs(summary, Map.Entry::getValue));
    }

    /** @return number of the parameter after those of the rows */
    static int rows(PreparedStatement statement, int first, List<KeyedMessage> fresh) throws SQLException {
        List<Message> messages = fresh.stream().map(KeyedMessage::row).toList();
        short[] precedences = new short[messages.size()];
        for (int i = 0; i < precedences.length; i++) {
            precedences[i] = (short) messages.get(i).precedence().code();
        }
        int next = first;
        SqlArrays.bind(statement, next++, strings(messages, m -> m.id().origin().value()));
        SqlArrays.bind(statement, next++, longs(messages, m -> m.id().sequence()));
        SqlArrays.bind(statement, next++, strings(messages, Message::topicId));
        SqlArrays.bind(statement, next++, precedences);
        SqlArrays.bind(statement, next++, strings(messages, InboxParameters::destinations));
        SqlArrays.bind(statement, next++, longs(messages, m -> SqlArrays.toMicros(m.createdAt())));
        SqlArrays.bind(statement, next++, longs(messages, InboxParameters::expiresMicros));
        SqlArrays.bind(statement, next++, strings(messages, Message::label));
        SqlArrays.bind(statement, next++, strings(messages, Message::subject));
        SqlArrays.bind(
                statement, next++, messages.stream().map(Message::payload).toArray(byte[][]::new));
        SqlArrays.bind(statement, next++, KeyedMessage.findings(fresh));
        return next;
    }

    private static String destinations(Message message) {
        return message.destinations().stream().map(SystemName::value).collect(Collectors.joining(","));
    }

    private static long expiresMicros(Message message) {
        return message.expiresAt().equals(Instant.MAX) ? Long.MAX_VALUE : SqlArrays.toMicros(message.expiresAt());
    }

    static <T> String[] strings(List<T> rows, Function<T, String> column) {
        return rows.stream().map(column).toArray(String[]::new);
    }

    static <T> long[] longs(List<T> rows, ToLongFunction<T> column) {
        return rows.stream().mapToLong(column).toArray();
    }

    /** Key of the summary: origin and state. */
    record SummaryKey(String origin, String state) implements Comparable<SummaryKey> {
        @Override
        public int compareTo(SummaryKey other) {
            int byOrigin = origin.compareTo(other.origin);
            return byOrigin != 0 ? byOrigin : state.compareTo(other.state);
        }
    }
}
