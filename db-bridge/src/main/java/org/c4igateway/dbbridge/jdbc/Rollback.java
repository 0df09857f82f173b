package org.c4igateway.dbbridge.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** The end of a transaction that failed. */
public final class Rollback {
    private Rollback() {}

    /** Rolls back and leaves the connection in auto-commit; a fault of this is added to the cause. Blocks. */
    public static void after(Exception cause, Connection connection) {
        try {
            connection.rollback();
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }
}
