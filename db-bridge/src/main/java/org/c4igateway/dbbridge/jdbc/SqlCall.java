package org.c4igateway.dbbridge.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.c4igateway.core.fault.GatewayException;

/** Calls of the database, each with a session of a pool, whose faults come as {@link GatewayException}. */
public final class SqlCall {
    private SqlCall() {}

    /** Asks the database. */
    public interface Question<T> {
        T on(Connection connection) throws SQLException;
    }

    /** Changes the database. */
    public interface Action {
        void on(Connection connection) throws SQLException;
    }

    /** @param doing what is done, for the text of a fault, see {@link SqlFaults#translate} */
    public static <T> T ask(DataSource sessions, String doing, Question<T> question) {
        try (Connection connection = sessions.getConnection()) {
            return question.on(connection);
        } catch (SQLException e) {
            throw SqlFaults.translate(e, doing);
        }
    }

    /** @param doing as of {@link #ask} */
    public static void run(DataSource sessions, String doing, Action action) {
        ask(sessions, doing, connection -> {
            action.on(connection);
            return true;
        });
    }
}
