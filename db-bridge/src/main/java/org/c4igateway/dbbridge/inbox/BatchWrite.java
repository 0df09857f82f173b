package org.c4igateway.dbbridge.inbox;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.MessageKey;
import org.c4igateway.core.message.MessageLog;
import org.c4igateway.core.store.Inbox.DeadLetter;
import org.c4igateway.core.store.Inbox.Parked;
import org.c4igateway.core.store.Inbox.Written;
import org.c4igateway.dbbridge.inbox.InboxProbe.Answer;
import org.c4igateway.dbbridge.inbox.InboxTransaction.Result;
import org.c4igateway.dbbridge.jdbc.SqlFaults;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a batch, and finds the messages in it that the database refuses: a constraint or a trigger of the site, a
 * broken extension, an index entry that cannot be read.
 *
 * <pre>
 *  all together ── refused ──▶ halves, each on its own, down to single messages; one refused alone is parked, if
 *                              the inbox takes another message of the batch, or a row that it took before
 * </pre>
 *
 * <p>A message is parked only if the same database accepts another row, so that a fault that affects every row parks no
 * message: it is thrown, to be tried again. In an inbox that never had a row, bad data needs no such proof. A key that
 * another transaction holds, such as an earlier one of this node whose commit hangs, is waited for. A fault that may
 * pass by itself (a lock, a time-out, an internal error) parks a message only if it occurs twice and the inbox takes a
 * row that it took before; the message is tried again before newer ones are written, which keeps the order. Halves
 * commit one by one, dead letters last. If the batch fails and is repeated, the committed parts are duplicates. A batch
 * of n messages, k of them refused, takes at most about k log2 n + 2 k transactions. Used by one thread, for one call.
 */
final class BatchWrite {
    private static final Logger LOG = LoggerFactory.getLogger(BatchWrite.class);
    /** Number of refusals in a row, without any accepted row, that count as a fault of the database. */
    private static final int MAX_WITHOUT_EVIDENCE = 4;

    private final InboxTransaction transaction;
    private final InboxProbe inboxProbe;
    private final ExpectedNew expectedNew;
    private final List<Parked> parked;
    private final List<Suspect> suspects = new ArrayList<>();
    private final Set<MessageKey> delivered = new HashSet<>();
    private @Nullable Answer probed;
    private int fresh;
    private int duplicates;

    /** @param parked messages that cannot be stored; added to */
    BatchWrite(InboxTransaction transaction, InboxProbe inboxProbe, ExpectedNew expectedNew, List<Parked> parked) {
        this.transaction = transaction;
        this.inboxProbe = inboxProbe;
        this.expectedNew = expectedNew;
        this.parked = parked;
    }

    Written written() {
        return new Written(duplicates, parked, delivered);
    }

    /**
     * @param messages no identity twice
     * @param repeated further copies of them
     */
    void write(List<KeyedMessage> messages, List<KeyedMessage> repeated, List<DeadLetter> letters) throws SQLException {
        try {
            boolean mayBeNew = !messages.isEmpty() && repeated.isEmpty() && letters.isEmpty();
            take(
                    mayBeNew && isNew(messages)
                            ? new Result(messages.size(), 0, List.of(), Set.of())
                            : transaction.execute(messages, repeated, letters));
            return;
        } catch (SQLException e) {
            if (messages.isEmpty() || !SqlFaults.mayBeOfOneRow(e)) {
                throw e;
            }
            probe(messages, e);
            split(messages, e);
        }
        List<DeadLetter> all = new ArrayList<>(letters);
        for (Suspect suspect : suspects) {
            judge(suspect, all);
        }
        suspects.clear();
        take(transaction.execute(List.of(), repeated, all));
    }

    /** @return whether the inbox had none of them, and they are written */
    private boolean isNew(List<KeyedMessage> messages) throws SQLException {
        if (!expectedNew.next()) {
            return false;
        }
        boolean written = transaction.executeNew(messages);
        if (!written) {
            expectedNew.failed();
        }
        return written;
    }

    private void take(Result result) {
        fresh += result.fresh();
        duplicates += result.duplicates();
        delivered.addAll(result.delivered());
        for (KeyedMessage message : result.reused()) {
            parked.add(new Parked(message.key(), ErrorCode.IDENTITY_REUSED, InboxTransaction.REUSED));
            MessageLog.about(message.id(), LOG.atWarn())
                    .log("Parked {}: {}", message.message(), InboxTransaction.REUSED);
        }
    }

    private void split(List<KeyedMessage> messages, SQLException refusal) throws SQLException {
        if (messages.size() == 1) {
            alone(messages.getFirst(), refusal);
            return;
        }
        int middle = messages.size() / 2;
        writePart(messages.subList(0, middle));
        writePart(messages.subList(middle, messages.size()));
    }

    private void writePart(List<KeyedMessage> part) throws SQLException {
        try {
            take(transaction.execute(part, List.of(), List.of()));
        } catch (SQLException e) {
            if (!SqlFaults.mayBeOfOneRow(e)) {
                throw e;
            }
            split(part, e);
        }
    }

    private void alone(KeyedMessage message, SQLException refusal) throws SQLException {
        SQLException last = refusal;
        if (SqlFaults.mayPass(refusal)) {
            try {
                take(transaction.execute(List.of(message), List.of(), List.of()));
                return;
            } catch (SQLException again) {
                if (!SqlFaults.mayBeOfOneRow(again)) {
                    throw again;
                }
                last = again;
            }
        }
        suspect(new Suspect(message, last));
    }

    private void suspect(Suspect suspect) throws SQLException {
        suspects.add(suspect);
        if (!passes() && suspects.size() >= MAX_WITHOUT_EVIDENCE) {
            throw everyRow(suspect.refusal());
        }
    }

    private void judge(Suspect suspect, List<DeadLetter> letters) throws SQLException {
        SQLException refusal = suspect.refusal();
        if (!passes() && !(probed == Answer.EMPTY && SqlFaults.isDataError(refusal))) {
            throw everyRow(refusal);
        }
        if (SqlFaults.mayPass(refusal)) {
            probe(List.of(suspect.message()), refusal);
        }
        MessageLog.about(suspect.message().id(), LOG.atWarn())
                .log(
                        "Parking {}, because the database refuses it: {}",
                        suspect.message().message(),
                        refusal.getMessage());
        letters.add(park(suspect.message(), ErrorCode.DATABASE_REFUSED, String.valueOf(refusal.getMessage()), parked));
    }

    /** Whether this database accepts rows, if known. */
    private boolean passes() {
        return fresh > 0 || probed == Answer.TAKEN;
    }

    /**
     * @throws SQLException or a fault to be tried again, when the inbox takes no row for now, or a key or lock is held
     */
    private void probe(List<KeyedMessage> messages, SQLException refusal) throws SQLException {
        try {
            transaction.awaitKeys(messages);
            probed = inboxProbe.run();
        } catch (SQLException e) {
            refusal.addSuppressed(e);
            throw everyRow(refusal);
        }
        if (probed == Answer.REFUSED && SqlFaults.isOfTheStatement(refusal)) {
            throw everyRow(refusal);
        }
    }

    /** Turns the refusal of every row into a fault of the database, after which the batch is tried again. */
    private static SQLException everyRow(SQLException refusal) {
        if (SqlFaults.isOfTheStatement(refusal)) {
            return refusal;
        }
        throw new GatewayException.Transient(
                ErrorCode.DATABASE_REFUSED, "the inbox takes no row: " + refusal.getMessage(), refusal);
    }

    static DeadLetter park(KeyedMessage message, ErrorCode code, String detail, List<Parked> parked) {
        parked.add(new Parked(message.key(), code, detail));
        return new DeadLetter(
                message.message(),
                "inbox of this node",
                code,
                detail,
                message.message().payload());
    }

    private record Suspect(KeyedMessage message, SQLException refusal) {}
}
