package org.c4igateway.dbbridge.resync;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.jdbc.Rollback;
import org.c4igateway.dbbridge.jdbc.SqlArrays;

/**
 * Makes rows pending again that one destination has lost, by removing their final state. They keep their identity, so a
 * destination that still has one only confirms it. All or nothing; no node may be active (SQLSTATE C4024).
 */
public final class RowReopening {
    private static final int AT_ONCE = 10_000;

    private final Connection connection;
    private final SystemName destination;

    /** @param connection of a role that is member of c4i_console, or of a superuser; stays the caller's */
    public RowReopening(Connection connection, SystemName destination) {
        this.connection = Objects.requireNonNull(connection);
        this.destination = Objects.requireNonNull(destination);
    }

    /** @return how many rows were delivered and are pending now */
    public long reopen(List<Long> sequences, String actor, String reason) throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement statement = connection.prepareStatement("SELECT c4i.reopen_deliveries(?, ?, ?, ?)")) {
            long reopened = 0;
            for (int from = 0; from < sequences.size(); from += AT_ONCE) {
                List<Long> part = sequences.subList(from, Math.min(from + AT_ONCE, sequences.size()));
                SqlArrays.bind(
                        statement, 1, part.stream().mapToLong(Long::longValue).toArray());
                statement.setString(2, destination.value());
                statement.setString(3, actor);
                statement.setString(4, reason);
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    reopened += row.getLong(1);
                }
            }
            connection.commit();
            connection.setAutoCommit(true);
            return reopened;
        } catch (SQLException | RuntimeException e) {
            Rollback.after(e, connection);
            throw e;
        }
    }
}
