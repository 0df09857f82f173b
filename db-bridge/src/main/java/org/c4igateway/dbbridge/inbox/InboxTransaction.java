package org.c4igateway.dbbridge.inbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.MessageKey;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Inbox.DeadLetter;
import org.c4igateway.dbbridge.inbox.InboxParameters.SummaryKey;
import org.c4igateway.dbbridge.jdbc.AdvisoryLock;
import org.c4igateway.dbbridge.jdbc.Rollback;
import org.c4igateway.dbbridge.jdbc.SqlFaults;

/**
 * One inbox transaction: keys first, then dead letters, the rows whose keys were new, the summary. Behind the fence.
 *
 * <p>What needs no answer from the server in between is one text of several statements, which the driver sends and
 * PostgreSQL answers in one round trip: without dead letters the transaction is two, and one where all messages are
 * new. After an error in one of them PostgreSQL skips the rest up to the end of the text.
 */
final class InboxTransaction {
    /** Reason for parking a message whose identity, or first row's, the inbox has with other content. */
    static final String REUSED =
            "another message of this origin has this number, or the one that it repeats: a second database of its name,"
                    + " or numbers given twice after a restore";

    private static final String RECEIVED = "received";

    /**
     * The fence, and a lock that writers hold one at a time until the end of their transaction: one row of two empty
     * columns, its parameter is the epoch. A node has one writer. Another may still wait for the database when the
     * node, under the same epoch, opens its data path again; the fence passes both. Without the lock the later one
     * could commit higher numbers first, and a C4I server that reads on from the highest {@code received_id} would
     * never see the lower ones.
     */
    private static final String FENCE = "SELECT c4i.fence(?), pg_advisory_xact_lock(" + AdvisoryLock.INBOX.keys() + ")";

    private static final String KEYS = """
            INSERT INTO c4i.inbox_key (origin_system, origin_sequence, received_at, digest)
            SELECT k.origin, k.sequence, now(), k.digest FROM unnest(?, ?, ?) AS k (origin, sequence, digest)
            ON CONFLICT DO NOTHING
            RETURNING origin_system, origin_sequence
            """;

    private static final String FENCED_KEYS = FENCE + ";\n" + KEYS;

    private static final String NEW_KEYS = """
            INSERT INTO c4i.inbox_key (origin_system, origin_sequence, received_at, digest)
            SELECT k.origin, k.sequence, now(), k.digest FROM unnest(?, ?, ?) AS k (origin, sequence, digest)
            """;

    private static final String ROWS = """
            INSERT INTO c4i.inbox (received_id, received_at, origin_system, origin_sequence, topic_id, precedence,
                destinations, created_at, expires_at, label, subject, payload, finding)
            SELECT nextval('c4i.inbox_sequence'), now(), m.origin, m.sequence, m.topic_id, m.precedence,
                   string_to_array(m.destinations, ','), timestamptz 'epoch' + m.created_us * interval '1 microsecond',
                   CASE WHEN m.expires_us < 9223372036854775807
                       THEN timestamptz 'epoch' + m.expires_us * interval '1 microsecond' END,
                   m.label, m.subject, m.payload, m.finding
            FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                AS m (origin, sequence, topic_id, precedence, destinations, created_us, expires_us, label, subject, payload,
                    finding)
            """;

    private static final String SUMMARY =
            "INSERT INTO c4i.inbox_entry (origin_system, state, n) SELECT * FROM unnest(?, ?, ?)";

    private static final String LAST = SUMMARY + ";\nCOMMIT";

    private static final String ROWS_AND_LAST = ROWS + ";\n" + LAST;

    private static final String ALL_NEW = String.join(";\n", FENCE, NEW_KEYS, ROWS_AND_LAST);

    private final Connection connection;
    private final long epoch;

    InboxTransaction(Connection connection, long epoch) {
        this.connection = connection;
        this.epoch = epoch;
    }

    /**
     * @param messages no identity twice
     * @param repeated further copies of them
     * @return what became of them
     */
    Result execute(List<KeyedMessage> messages, List<KeyedMessage> repeated, List<DeadLetter> letters)
            throws SQLException {
        connection.setAutoCommit(false);
        Result result;
        try {
            result = write(messages, repeated, letters);
        } catch (SQLException e) {
            Rollback.after(e, connection);
            throw e;
        }
        connection.setAutoCommit(true);
        return result;
    }

    /**
     * Writes messages that are all new.
     *
     * @param messages no identity twice
     * @return false, and nothing is written, when the inbox has one of them, or one repeats a row
     */
    boolean executeNew(List<KeyedMessage> messages) throws SQLException {
        if (messages.stream().anyMatch(message -> message.message().repeats() != 0)) {
            return false;
        }
        Map<SummaryKey, Long> summary = new TreeMap<>();
        messages.forEach(
                message -> summary.merge(new SummaryKey(message.id().origin().value(), RECEIVED), 1L, Long::sum));
        connection.setAutoCommit(false);
        try (PreparedStatement statement = connection.prepareStatement(ALL_NEW)) {
            statement.setLong(1, epoch);
            InboxParameters.keys(statement, messages);
            int bound = InboxParameters.rows(statement, 5, messages);
            InboxParameters.summary(statement, bound, List.copyOf(summary.entrySet()));
            statement.execute();
        } catch (SQLException e) {
            Rollback.after(e, connection);
            if (SqlFaults.isDuplicate(e)) {
                return false;
            }
            throw e;
        }
        connection.setAutoCommit(true);
        return true;
    }

    /**
     * Waits, as long as locks may be waited for, until no other transaction holds the key of one of these messages;
     * throws when one is held for longer. Other refusals of keys are not looked at here.
     */
    void awaitKeys(List<KeyedMessage> messages) throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement statement = connection.prepareStatement(FENCED_KEYS)) {
            statement.setLong(1, epoch);
            InboxParameters.keys(statement, messages);
            statement.execute();
        } catch (SQLException e) {
            if (SqlFaults.isWait(e) || !SqlFaults.mayBeOfOneRow(e)) {
                throw e;
            }
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    private Result write(List<KeyedMessage> messages, List<KeyedMessage> repeated, List<DeadLetter> letters)
            throws SQLException {
        Map<SummaryKey, Long> summary = new TreeMap<>();
        // Before the fence: no other node writes under an epoch that passes it. They get no key, so they are parked.
        Set<MessageId> foreign = new FirstRows(connection)
                .foreign(messages.stream().map(KeyedMessage::message).toList());
        Set<MessageId> fresh = insertKeys(messages.stream()
                .filter(message -> !foreign.contains(message.id()))
                .toList());
        fresh.removeAll(new FirstKeys(connection).known(messages, fresh));
        List<KeyedMessage> others = othersOfKnownIdentity(messages, fresh);
        List<DeadLetter> all = new ArrayList<>(letters);
        others.forEach(message -> all.add(reused(message)));
        DeadLetterInsert.Outcome outcome = new DeadLetterInsert(connection).execute(all);
        for (KeyedMessage message : messages) {
            String state = fresh.contains(message.id()) ? RECEIVED : "duplicate";
            if (!others.contains(message)) {
                summary.merge(new SummaryKey(message.id().origin().value(), state), 1L, Long::sum);
            }
        }
        for (KeyedMessage message : repeated) {
            summary.merge(new SummaryKey(message.id().origin().value(), "duplicate"), 1L, Long::sum);
        }
        outcome.parked().forEach(letter -> summary.merge(new SummaryKey(originOf(letter), "parked"), 1L, Long::sum));
        outcome.repeated()
                .forEach(letter -> summary.merge(new SummaryKey(originOf(letter), "duplicate"), 1L, Long::sum));
        List<KeyedMessage> rows = messages.stream()
                .filter(message -> fresh.contains(message.id()))
                .toList();
        insertRowsAndCommit(rows, List.copyOf(summary.entrySet()));
        int duplicates = messages.size() - fresh.size() - others.size() + repeated.size();
        return new Result(fresh.size(), duplicates, others, outcome.delivered());
    }

    /** The first statement of the transaction, so the fence comes with it. @return identities that were new */
    private Set<MessageId> insertKeys(List<KeyedMessage> messages) throws SQLException {
        Set<MessageId> fresh = HashSet.newHashSet(messages.size());
        try (PreparedStatement statement = connection.prepareStatement(messages.isEmpty() ? FENCE : FENCED_KEYS)) {
            statement.setLong(1, epoch);
            if (!messages.isEmpty()) {
                InboxParameters.keys(statement, messages);
            }
            statement.execute();
            if (statement.getMoreResults()) {
                ResultSet row = statement.getResultSet();
                while (row.next()) {
                    fresh.add(new MessageId(new SystemName(row.getString(1)), row.getLong(2)));
                }
            }
        }
        return fresh;
    }

    /**
     * Those whose identity, or that of the row that they repeat, the inbox has with other content. Costs nothing while
     * no message comes twice.
     */
    private List<KeyedMessage> othersOfKnownIdentity(List<KeyedMessage> messages, Set<MessageId> fresh)
            throws SQLException {
        List<KeyedMessage> known = messages.stream()
                .filter(message -> !fresh.contains(message.id()))
                .toList();
        if (known.isEmpty()) {
            return known;
        }
        KnownKeys keys =
                KnownKeys.of(connection, known.stream().map(KeyedMessage::id).toList());
        return known.stream().filter(message -> !keys.has(message.key())).toList();
    }

    private static DeadLetter reused(KeyedMessage message) {
        return new DeadLetter(
                message.message(),
                "inbox of this node",
                ErrorCode.IDENTITY_REUSED,
                REUSED,
                message.message().payload());
    }

    private void insertRowsAndCommit(List<KeyedMessage> fresh, List<Map.Entry<SummaryKey, Long>> summary)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(fresh.isEmpty() ? LAST : ROWS_AND_LAST)) {
            int next = fresh.isEmpty() ? 1 : InboxParameters.rows(statement, 1, fresh);
            InboxParameters.summary(statement, next, summary);
            statement.execute();
        }
    }

    private static String originOf(DeadLetter letter) {
        Message message = letter.message();
        return message == null ? "" : message.id().origin().value();
    }

    /**
     * Result of a transaction.
     *
     * @param fresh how many of the messages were new
     * @param duplicates how many of the messages were there already, with the repeated ones
     * @param reused messages whose identity was there with other content; parked
     * @param delivered refused messages that had been delivered before
     */
    record Result(int fresh, int duplicates, List<KeyedMessage> reused, Set<MessageKey> delivered) {}
}
