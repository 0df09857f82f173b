package org.c4igateway.dbbridge.inbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Inbox;
import org.c4igateway.dbbridge.inbox.InboxTransaction.Result;
import org.c4igateway.dbbridge.jdbc.SqlArrays;
import org.c4igateway.dbbridge.jdbc.SqlFaults;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The inbox in PostgreSQL. One transaction per batch, committed durably on return; only then may receipts go out. Called by
 * one thread, so that {@code received_id} grows in commit order.
 *
 * <p>A message that cannot be stored never holds up its batch: what is known to be impossible is parked beforehand, and a batch
 * that the database refuses for its data is halved until the culprit stands alone. The halves commit one by one, all before
 * the return.
 */
public final class JdbcInbox implements Inbox {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcInbox.class);

    private static final String DELIVERED = """
            SELECT k.origin_system, k.origin_sequence
            FROM c4i.inbox_key AS k JOIN unnest(?, ?) AS l (origin, sequence)
                ON k.origin_system = l.origin AND k.origin_sequence = l.sequence
            """;

    private final DataSource dataSource;
    private final LongSupplier epoch;

    /**
     * @param dataSource pool; stays the caller's
     * @param epoch epoch under which this bridge last became active
     */
    public JdbcInbox(DataSource dataSource, LongSupplier epoch) {
        this.dataSource = Objects.requireNonNull(dataSource);
        this.epoch = Objects.requireNonNull(epoch);
    }

    @Override
    public Written write(List<Message> messages, List<DeadLetter> deadLetters) {
        Map<MessageId, Message> unique = new LinkedHashMap<>();
        List<DeadLetter> letters = new ArrayList<>(deadLetters);
        List<Message> repeated = new ArrayList<>();
        List<Parked> parked = new ArrayList<>();
        for (Message message : messages) {
            Optional<String> flaw = Envelope.flawOf(message);
            if (flaw.isPresent()) {
                letters.add(park(message, ErrorCode.MALFORMED_ENVELOPE, flaw.get(), parked));
            } else if (unique.putIfAbsent(message.id(), message) != null) {
                repeated.add(message);
            }
        }
        if (unique.isEmpty() && letters.isEmpty()) {
            return new Written(0, parked, Set.of());
        }
        try (Connection connection = dataSource.getConnection()) {
            InboxTransaction transaction = new InboxTransaction(connection, epoch.getAsLong());
            Result result = writeHalving(transaction, List.copyOf(unique.values()), repeated, letters, parked);
            return new Written(result.duplicates(), parked, result.delivered());
        } catch (SQLException e) {
            throw SqlFaults.translate(e, "writing the inbox");
        }
    }

    @Override
    public Set<MessageId> delivered(Set<MessageId> ids) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(DELIVERED)) {
            List<MessageId> asked = List.copyOf(ids);
            SqlArrays.bind(
                    statement, 1, asked.stream().map(id -> id.origin().value()).toArray(String[]::new));
            SqlArrays.bind(
                    statement, 2, asked.stream().mapToLong(MessageId::sequence).toArray());
            Set<MessageId> found = new HashSet<>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    found.add(new MessageId(new SystemName(row.getString(1)), row.getLong(2)));
                }
            }
            return found;
        } catch (SQLException e) {
            throw SqlFaults.translate(e, "looking into the inbox");
        }
    }

    private static Result writeHalving(
            InboxTransaction transaction,
            List<Message> messages,
            List<Message> repeated,
            List<DeadLetter> letters,
            List<Parked> parked)
            throws SQLException {
        try {
            return transaction.execute(messages, repeated, letters);
        } catch (SQLException e) {
            if (!SqlFaults.isDataError(e) || messages.isEmpty()) {
                throw e;
            }
            if (messages.size() == 1) {
                LOG.warn("Parking {}, which the database refuses: {}", messages.getFirst(), e.getMessage());
                List<DeadLetter> all = new ArrayList<>(letters);
                all.add(park(messages.getFirst(), ErrorCode.DATABASE_REFUSED, String.valueOf(e.getMessage()), parked));
                return transaction.execute(List.of(), repeated, all);
            }
            int middle = messages.size() / 2;
            Result first = writeHalving(transaction, messages.subList(0, middle), repeated, letters, parked);
            Result second =
                    writeHalving(transaction, messages.subList(middle, messages.size()), List.of(), List.of(), parked);
            return first.and(second);
        }
    }

    private static DeadLetter park(Message message, ErrorCode code, String detail, List<Parked> parked) {
        parked.add(new Parked(message.id(), code, detail));
        return new DeadLetter(message, "inbox of this node", code, detail, message.payload());
    }
}
