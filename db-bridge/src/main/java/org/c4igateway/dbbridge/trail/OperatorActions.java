package org.c4igateway.dbbridge.trail;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import javax.sql.DataSource;
import org.c4igateway.dbbridge.jdbc.SqlFaults;

/**
 * Actions of operators on messages, and their log. The database writes each action and its log entry in one
 * transaction. Needs a member of {@code c4i_console}. Thread-safe, blocks.
 */
public final class OperatorActions {
    private static final String LOG = """
            SELECT id, at, actor, action, reason, sequence, destination, dead_letter, new_sequence
            FROM c4i.operator_action WHERE id < ? ORDER BY id DESC LIMIT ?
            """;

    private final DataSource dataSource;

    public OperatorActions(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** What came of an action. */
    public sealed interface Outcome {
        /** It is done. */
        record Done(OptionalLong newSequence) implements Outcome {}

        /** It cannot be done; the database says why. */
        record Refused(Refusal why, String detail) implements Outcome {}
    }

    /** Why an action cannot be done. */
    public enum Refusal {
        /** There is no such message or dead letter. */
        UNKNOWN("C4020"),
        /** It came from elsewhere: only its origin can send it again. */
        NOT_OURS("C4021"),
        /** The row was dropped from the outbox with its day. */
        GONE("C4022"),
        /** It was sent again already, or has a final state by now. */
        TOO_LATE("C4023");

        private final String sqlState;

        Refusal(String sqlState) {
            this.sqlState = sqlState;
        }

        private static Optional<Refusal> of(SQLException e) {
            return List.of(values()).stream()
                    .filter(refusal -> refusal.sqlState.equals(e.getSQLState()))
                    .findFirst();
        }
    }

    /** How a message ends that waits. */
    public enum EndState {
        /** As rejected. */
        PARK,
        /** As expired. */
        EXPIRE
    }

    /**
     * Who does it and why; both are written down.
     *
     * @param actor 1 to 64 characters
     * @param reason 1 to 500 characters
     */
    public record Signature(String actor, String reason) {
        private static final int LONGEST_NAME = 64;
        private static final int LONGEST_REASON = 500;

        public Signature {
            reason = reason.replace('\0', ' ').strip();
            if (actor.isEmpty() || actor.length() > LONGEST_NAME) {
                throw new IllegalArgumentException("an actor has 1 to 64 characters");
            }
            if (reason.isEmpty() || reason.length() > LONGEST_REASON) {
                throw new IllegalArgumentException("a reason has 1 to 500 characters");
            }
        }
    }

    /** Submits an outbound dead letter again, as a new message for the destination that did not get it. */
    public Outcome replay(long deadLetter, Signature signature) {
        return act("SELECT c4i.replay_dead_letter(?, ?, ?)", statement -> {
            statement.setLong(1, deadLetter);
            statement.setString(2, signature.actor());
            statement.setString(3, signature.reason());
        });
    }

    /**
     * Ends a message for one destination that has no final state yet. What was handed to a transport may still arrive.
     */
    public Outcome end(long sequence, String destination, EndState ending, Signature signature) {
        return act("SELECT c4i.end_pending(?, ?, ?, ?, ?)", statement -> {
            statement.setLong(1, sequence);
            statement.setString(2, destination);
            statement.setString(3, ending == EndState.PARK ? "park" : "expire");
            statement.setString(4, signature.actor());
            statement.setString(5, signature.reason());
        });
    }

    /** @return what was done, newest first, with numbers below {@code before} */
    public Page<ActionLine> log(long before, int rows) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(LOG)) {
            statement.setLong(1, before);
            statement.setInt(2, rows + 1);
            try (ResultSet row = statement.executeQuery()) {
                List<ActionLine> lines = new ArrayList<>();
                while (row.next()) {
                    lines.add(line(row));
                }
                boolean more = lines.size() > rows;
                List<ActionLine> page = more ? lines.subList(0, rows) : lines;
                return new Page<>(page, more ? OptionalLong.of(page.getLast().id()) : OptionalLong.empty());
            }
        } catch (SQLException e) {
            throw SqlFaults.translate(e, "reading the log of actions");
        }
    }

    private static ActionLine line(ResultSet row) throws SQLException {
        return new ActionLine(
                row.getLong(1),
                RowMapping.instant(row, 2),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                row.getLong(6),
                row.getString(7),
                RowMapping.number(row, 8),
                RowMapping.number(row, 9));
    }

    private Outcome act(String sql, Parameters parameters) {
        try {
            return new Outcome.Done(WriteTransaction.transaction(dataSource, connection -> {
                try (PreparedStatement statement = connection.prepareStatement(sql)) {
                    parameters.set(statement);
                    try (ResultSet row = statement.executeQuery()) {
                        row.next();
                        return RowMapping.number(row, 1);
                    }
                }
            }));
        } catch (SQLException e) {
            return Refusal.of(e)
                    .<Outcome>map(why -> new Outcome.Refused(why, String.valueOf(e.getMessage())))
                    .orElseThrow(() -> SqlFaults.translate(e, "an operator's action"));
        }
    }

    private interface Parameters {
        void set(PreparedStatement statement) throws SQLException;
    }
}
