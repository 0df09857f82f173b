package org.c4igateway.dbbridge.inbox;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.EdgeText.Turned;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.MessageKey;
import org.c4igateway.core.store.Inbox;
import org.c4igateway.core.store.Readmission;
import org.c4igateway.dbbridge.jdbc.SqlCall;

/**
 * The inbox in PostgreSQL. One transaction per batch, committed durably on return; only then may receipts go out.
 * Called by one thread, so that {@code received_id} grows in commit order.
 *
 * <p>A message that cannot be stored does not block its batch. Invalid messages are parked beforehand, and a batch that
 * the database refuses is halved until the refused message is alone ({@link BatchWrite}). A message whose identity is
 * in the inbox with other content is parked; see {@link MessageKey}. Keys and dead letters have the payload as it
 * arrived, the inbox has it in the encoding of the C4I server.
 */
public final class JdbcInbox implements Inbox {
    private final DataSource dataSource;
    private final LongSupplier epoch;
    private final EdgeText edge;
    private final ExpectedNew expectedNew = new ExpectedNew();

    /**
     * @param dataSource pool; stays the caller's
     * @param epoch epoch under which this node last became active
     * @param edge encoding in which the C4I server reads payloads
     */
    public JdbcInbox(DataSource dataSource, LongSupplier epoch, EdgeText edge) {
        this.dataSource = Objects.requireNonNull(dataSource);
        this.epoch = Objects.requireNonNull(epoch);
        this.edge = Objects.requireNonNull(edge);
    }

    @Override
    public Written write(List<Message> messages, List<DeadLetter> deadLetters, Map<Message, String> findings) {
        List<DeadLetter> letters = new ArrayList<>(deadLetters);
        List<Parked> parked = new ArrayList<>();
        List<KeyedMessage> rest = new ArrayList<>(messages.size());
        for (Message message : messages) {
            KeyedMessage keyed = KeyedMessage.of(message, findings.get(message));
            Optional<String> flaw = Envelope.flawOf(message);
            if (flaw.isPresent()) {
                letters.add(BatchWrite.park(keyed, ErrorCode.MALFORMED_ENVELOPE, flaw.get(), parked));
                continue;
            }
            switch (edge.toRow(message)) {
                case Turned.Converted(Message row) -> rest.add(keyed.withRow(row));
                case Turned.Flawed(ErrorCode code, String detail) ->
                    letters.add(BatchWrite.park(keyed, code, detail, parked));
            }
        }
        return writeStorable(rest, letters, parked);
    }

    private Written writeStorable(List<KeyedMessage> rest, List<DeadLetter> letters, List<Parked> parked) {
        if (rest.isEmpty() && letters.isEmpty()) {
            return new Written(0, parked, Set.of());
        }
        return SqlCall.ask(dataSource, "writing the inbox", connection -> {
            BatchWrite write = new BatchWrite(
                    new InboxTransaction(connection, epoch.getAsLong()),
                    new InboxProbe(connection),
                    expectedNew,
                    parked);
            List<KeyedMessage> others = writeFirstOfEach(write, rest, letters);
            while (!others.isEmpty()) {
                others = writeFirstOfEach(write, others, List.of());
            }
            return write.written();
        });
    }

    /** @return messages that came in the same batch with the identity of another one, or that repeat the same row */
    private static List<KeyedMessage> writeFirstOfEach(
            BatchWrite write, List<KeyedMessage> messages, List<DeadLetter> letters) throws SQLException {
        Map<MessageId, KeyedMessage> unique = LinkedHashMap.newLinkedHashMap(messages.size());
        List<KeyedMessage> repeated = new ArrayList<>();
        List<KeyedMessage> others = new ArrayList<>();
        for (KeyedMessage message : messages) {
            KeyedMessage first = unique.putIfAbsent(message.message().first(), message);
            if (first != null) {
                (first.key().equals(message.key()) ? repeated : others).add(message);
            }
        }
        write.write(List.copyOf(unique.values()), repeated, letters);
        return others;
    }

    @Override
    public Set<MessageKey> delivered(Set<MessageKey> keys) {
        return SqlCall.ask(dataSource, "looking into the inbox", connection -> {
            KnownKeys known =
                    KnownKeys.of(connection, keys.stream().map(MessageKey::id).toList());
            return keys.stream().filter(known::has).collect(Collectors.toSet());
        });
    }

    @Override
    public void answerExpired(Set<MessageKey> keys) {
        SqlCall.run(dataSource, "writing down what has not arrived in time", connection -> {
            new ExpiredKeys(connection).answer(epoch.getAsLong(), List.copyOf(keys));
        });
    }

    @Override
    public List<MessageKey> foundExpired() {
        return SqlCall.ask(
                dataSource,
                "reading what was found expired",
                connection -> new ExpiredKeys(connection).newest(MAX_FOUND_EXPIRED));
    }

    @Override
    public List<Readmission> readmissions() {
        return SqlCall.ask(
                dataSource,
                "reading what waits before the inbox",
                connection -> new WaitingReadmissions(connection).read());
    }

    @Override
    public List<Readmission.Taken> untold(long after) {
        return SqlCall.ask(
                dataSource,
                "reading of what origins are to be told",
                connection -> new WaitingReadmissions(connection).untold(after));
    }

    @Override
    public void told(List<Readmission.Taken> taken) {
        SqlCall.run(dataSource, "writing down what origins were told", connection -> {
            new WaitingReadmissions(connection).told(epoch.getAsLong(), taken);
        });
    }

    @Override
    public void end(Readmission readmission, Readmission.Outcome outcome) {
        SqlCall.run(dataSource, "ending a readmission", connection -> {
            new WaitingReadmissions(connection).end(epoch.getAsLong(), readmission, outcome);
        });
    }
}
