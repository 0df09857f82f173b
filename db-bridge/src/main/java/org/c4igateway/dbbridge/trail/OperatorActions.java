package org.c4igateway.dbbridge.trail;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.c4igateway.dbbridge.jdbc.SqlCall;
import org.c4igateway.dbbridge.jdbc.SqlFaults;

/**
 * Actions of operators on messages, and their log. The database writes each action and its log entry in one
 * transaction. Needs a member of {@code c4i_console}. Thread-safe, blocks.
 */
public final class OperatorActions {
    /** Looks up results of the chosen actions only. A readmission has the instant of its action. */
    private static final String LINES = """
            SELECT a.id, a.at, a.actor, a.action, a.reason, a.sequence, a.destination, a.dead_letter, a.new_sequence,
                   coalesce(s.state, r.state), coalesce(s.code, r.code), coalesce(s.detail, r.detail, '')
            FROM (SELECT * FROM c4i.operator_action WHERE %s LIMIT ?) AS a
                LEFT JOIN LATERAL (
                    SELECT d.state, d.code, d.detail FROM c4i.delivery_status AS d
                    WHERE d.sequence = a.new_sequence AND d.destination = a.destination LIMIT 1) AS s ON true
                LEFT JOIN LATERAL (
                    SELECT coalesce(m.result, 'waiting') AS state, m.code, m.detail FROM c4i.readmission AS m
                    WHERE a.action = 'readmit' AND m.dead_letter = a.dead_letter AND m.at = a.at LIMIT 1) AS r ON true
            ORDER BY a.id %s
            """;

    private static final String LOG = LINES.formatted("id < ? ORDER BY id DESC", "DESC");
    private static final String REPLAYS =
            LINES.formatted("action = 'replay' AND (sequence = ? OR new_sequence = ?) ORDER BY id", "");

    private final DataSource dataSource;

    public OperatorActions(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** What came of an action. */
    public sealed interface Outcome {
        /** It is done. */
        record Done() implements Outcome {}

        /** It cannot be done; the database says why. */
        record Refused(Refusal why, String detail) implements Outcome {}
    }

    /** Why an action cannot be done. */
    public enum Refusal {
        /** There is no such message. */
        UNKNOWN("C4020"),
        /** It has a final state by now. */
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

    /** @return what {@link #replay} would do now */
    public List<ReplayLine> planReplay(List<ReplayChoice> choices) {
        return SqlCall.ask(dataSource, "planning a replay", connection -> flat(new Replays(connection).plan(choices)));
    }

    /** Sends messages again to those who have not got them, or puts what arrived back before the inbox; all or none. */
    public List<ReplayLine> replay(List<ReplayChoice> choices, Signature signature) {
        try {
            return WriteTransaction.transaction(
                    dataSource, connection -> flat(new Replays(connection).replay(choices, signature)));
        } catch (SQLException e) {
            throw SqlFaults.translate(e, "a replay");
        }
    }

    private static List<ReplayLine> flat(List<List<ReplayLine>> parts) {
        return parts.stream().flatMap(List::stream).toList();
    }

    /** @return replays by which that row came about, and those that repeat it, oldest first; at most {@code rows} */
    public List<ActionLine> replaysOf(long sequence, int rows) {
        return read(REPLAYS, statement -> {
            statement.setLong(1, sequence);
            statement.setLong(2, sequence);
            statement.setInt(3, rows);
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
        List<ActionLine> lines = read(LOG, statement -> {
            statement.setLong(1, before);
            statement.setInt(2, rows + 1);
        });
        return Page.of(lines, rows, ActionLine::id);
    }

    private List<ActionLine> read(String sql, Parameters parameters) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            parameters.set(statement);
            try (ResultSet row = statement.executeQuery()) {
                List<ActionLine> lines = new ArrayList<>();
                while (row.next()) {
                    lines.add(line(row));
                }
                return lines;
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
                RowMapping.number(row, 9),
                RowMapping.result(row, 10));
    }

    private Outcome act(String sql, Parameters parameters) {
        try {
            WriteTransaction.transaction(dataSource, connection -> {
                try (PreparedStatement statement = connection.prepareStatement(sql)) {
                    parameters.set(statement);
                    return statement.execute();
                }
            });
            return new Outcome.Done();
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
