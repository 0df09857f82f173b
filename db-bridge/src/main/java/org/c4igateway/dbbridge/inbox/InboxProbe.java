package org.c4igateway.dbbridge.inbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.dbbridge.jdbc.SqlFaults;

/**
 * Tests whether the inbox takes a row that it took before: inserts the newest one again, then others, and rolls back.
 * The setting {@code c4i.probe} is on meanwhile, so that a trigger can tell the repeated row from a new one.
 *
 * <p>The newest row may be refused now as well, by what refuses the message in question: a name that the site has
 * changed, a constraint that older rows need not meet. Therefore the others are the newest of each origin and topic.
 * Used by one thread.
 */
final class InboxProbe {
    /** Maximum number of rows that are tried. */
    static final int MAX_ROWS = 20;

    private static final String NEWEST =
            "INSERT INTO c4i.inbox SELECT * FROM c4i.inbox ORDER BY received_id DESC LIMIT 1";

    private static final String ONE = "INSERT INTO c4i.inbox SELECT * FROM c4i.inbox WHERE received_id = ?";

    /** Among the last rows of the inbox; the newest of all, which comes first, is left out. */
    private static final String OTHERS = """
            SELECT n.received_id FROM (
                SELECT r.received_id, row_number() OVER (
                    PARTITION BY r.origin_system, r.topic_id ORDER BY r.received_id DESC) AS nth
                FROM (SELECT i.received_id, i.origin_system, i.topic_id FROM c4i.inbox AS i
                      ORDER BY i.received_id DESC LIMIT 10000) AS r) AS n
            ORDER BY n.nth, n.received_id DESC OFFSET 1 LIMIT ?
            """;

    private final Connection connection;

    InboxProbe(Connection connection) {
        this.connection = connection;
    }

    /** What the inbox does now with rows that it took before. */
    enum Answer {
        /** It takes one. */
        TAKEN,
        /** There is none. */
        EMPTY,
        /** It takes none of those that were tried. */
        REFUSED
    }

    /** @throws SQLException for a fault that is of no row, or when a row has to wait for a lock */
    Answer run() throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement();
                PreparedStatement newest = connection.prepareStatement(NEWEST);
                PreparedStatement one = connection.prepareStatement(ONE)) {
            statement.execute("SET LOCAL c4i.probe = 'on'");
            Answer answer = attempt(newest, statement);
            if (answer != Answer.REFUSED) {
                return answer;
            }
            for (long row : others()) {
                one.setLong(1, row);
                if (attempt(one, statement) == Answer.TAKEN) {
                    return Answer.TAKEN;
                }
            }
            return Answer.REFUSED;
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    private Answer attempt(PreparedStatement insert, Statement statement) throws SQLException {
        Savepoint before = connection.setSavepoint();
        try {
            if (insert.executeUpdate() == 0) {
                return Answer.EMPTY;
            }
            requireConstraints(statement);
            return Answer.TAKEN;
        } catch (SQLException e) {
            if (SqlFaults.isWait(e) || !SqlFaults.mayBeOfOneRow(e)) {
                throw e;
            }
            connection.rollback(before);
            return Answer.REFUSED;
        }
    }

    /** Where a table of the site has the row already, a deferred constraint says so only now, and proves the same. */
    private static void requireConstraints(Statement statement) throws SQLException {
        try {
            statement.execute("SET CONSTRAINTS ALL IMMEDIATE");
        } catch (SQLException e) {
            if (!SqlFaults.isConflict(e)) {
                throw e;
            }
        }
    }

    private List<Long> others() throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(OTHERS)) {
            query.setInt(1, MAX_ROWS - 1);
            List<Long> rows = new ArrayList<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    rows.add(row.getLong(1));
                }
            }
            return rows;
        }
    }
}
