package org.c4igateway.dbbridge.inbox;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Inbox.DeadLetter;
import org.c4igateway.dbbridge.jdbc.SqlArrays;
import org.jspecify.annotations.Nullable;

/**
 * What is around the payloads of dead letters, as columns. All columns of a letter that is no message, or whose fields
 * do not fit the inbox, are null; their label shows that.
 */
final class ParkedEnvelopes {
    private final short[] precedences;
    private final @Nullable String[] destinations;
    private final long[] createdMicros;
    private final long[] expiryMicros;
    private final @Nullable String[] labels;
    private final @Nullable String[] subjects;
    private final long[] repeats;

    ParkedEnvelopes(List<DeadLetter> letters) {
        int n = letters.size();
        precedences = new short[n];
        destinations = new @Nullable String[n];
        createdMicros = new long[n];
        expiryMicros = new long[n];
        labels = new @Nullable String[n];
        subjects = new @Nullable String[n];
        repeats = new long[n];
        for (int i = 0; i < n; i++) {
            Message message = letters.get(i).message();
            if (message != null && Envelope.flawOf(message).isEmpty()) {
                add(i, message);
            }
        }
    }

    private void add(int i, Message message) {
        precedences[i] = (short) message.precedence().code();
        destinations[i] = message.destinations().stream().map(SystemName::value).collect(Collectors.joining(","));
        createdMicros[i] = SqlArrays.toMicros(message.createdAt());
        expiryMicros[i] =
                message.expiresAt().equals(Instant.MAX) ? Long.MAX_VALUE : SqlArrays.toMicros(message.expiresAt());
        labels[i] = message.label();
        subjects[i] = message.subject();
        repeats[i] = message.repeats();
    }

    /** Binds seven columns: precedence, destinations, created, expires, label, subject, repeats. */
    void bind(PreparedStatement statement, int first) throws SQLException {
        SqlArrays.bind(statement, first, precedences);
        SqlArrays.bind(statement, first + 1, destinations);
        SqlArrays.bind(statement, first + 2, createdMicros);
        SqlArrays.bind(statement, first + 3, expiryMicros);
        SqlArrays.bind(statement, first + 4, labels);
        SqlArrays.bind(statement, first + 5, subjects);
        SqlArrays.bind(statement, first + 6, repeats);
    }
}
