package org.c4igateway.dbbridge.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * One transaction of the data path that has to run to its end however long it takes, an hour at most, such as the
 * stamping of rows after a restore: cut off and begun again, it would never end. Blocks.
 */
public final class LongTransaction {
    private static final String LONGEST_STATEMENT = "SET LOCAL statement_timeout = '59min'";
    /** The server gives up first. */
    private static final Duration LONGEST_ANSWER = Duration.ofHours(1);

    private LongTransaction() {}

    /** What is done on the connection. */
    public interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    /**
     * Does the work and commits; rolls back when it throws.
     *
     * @param dataSource gives a connection in auto-commit mode, and gets it back so
     */
    public static <T> T run(DataSource dataSource, Work<T> work) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            int answerMillis = connection.getNetworkTimeout();
            connection.setNetworkTimeout(Runnable::run, Math.toIntExact(LONGEST_ANSWER.toMillis()));
            connection.setAutoCommit(false);
            try {
                T result = within(connection, work);
                connection.setAutoCommit(true);
                return result;
            } finally {
                connection.setNetworkTimeout(Runnable::run, answerMillis);
            }
        }
    }

    private static <T> T within(Connection connection, Work<T> work) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(LONGEST_STATEMENT);
            T result = work.on(connection);
            connection.commit();
            return result;
        } catch (SQLException | RuntimeException e) {
            Rollback.after(e, connection);
            throw e;
        }
    }
}
