package org.c4igateway.dbbridge.trail;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** A transaction that writes, on a connection whose transactions read unless they say otherwise. */
final class WriteTransaction {
    private WriteTransaction() {}

    /** What is done within the transaction. */
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    /** Commits what was done, or rolls it back when it throws. Blocks. */
    static <T> T transaction(DataSource dataSource, Work<T> work) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try (Statement transaction = connection.createStatement()) {
                transaction.execute("SET TRANSACTION READ WRITE");
                T result = work.on(connection);
                connection.commit();
                return result;
            } catch (SQLException e) {
                connection.rollback();
                throw e;
            } finally {
                connection.setAutoCommit(true);
            }
        }
    }
}
