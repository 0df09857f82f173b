package org.c4igateway.dbbridge.table.access;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.dbbridge.jdbc.Rollback;
import org.c4igateway.dbbridge.jdbc.SqlCall;
import org.c4igateway.dbbridge.jdbc.SqlFaults;

/**
 * Work of the table bridge in the interface database. Its faults are thrown as {@link GatewayException}, so that
 * callers do not confuse them with faults of the database elsewhere. Thread-safe; blocks.
 */
public final class FencedTransactions {
    private final DataSource dataSource;
    private final LongSupplier epoch;

    public FencedTransactions(DataSource dataSource, LongSupplier epoch) {
        this.dataSource = dataSource;
        this.epoch = epoch;
    }

    /** Statements on one connection. */
    public interface Work<T> {
        T run(Connection connection) throws SQLException;
    }

    /** Reads, without a transaction of its own. */
    public <T> T read(String doing, Work<T> work) {
        return SqlCall.ask(dataSource, doing, work::run);
    }

    /** Writes in one transaction behind the fence. */
    public <T> T write(String doing, Work<T> work) {
        try {
            return attempt(work);
        } catch (SQLException e) {
            throw SqlFaults.translate(e, doing);
        }
    }

    /** The same, for a caller that looks at the refusal. */
    public <T> T attempt(Work<T> work) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement fence = connection.prepareStatement("SELECT c4i.fence(?)")) {
                fence.setLong(1, epoch.getAsLong());
                fence.execute();
                T result = work.run(connection);
                connection.commit();
                return result;
            } catch (SQLException | RuntimeException e) {
                Rollback.after(e, connection);
                throw e;
            } finally {
                connection.setAutoCommit(true);
            }
        }
    }
}
