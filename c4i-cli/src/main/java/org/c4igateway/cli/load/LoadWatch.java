package org.c4igateway.cli.load;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Objects;
import org.c4igateway.cli.load.LoadTally.Final;

/** Reads final states as the C4I server would, from {@code c4i.delivery_status}. One thread. */
final class LoadWatch implements AutoCloseable {
    private static final String FINAL_STATES = """
            SELECT sequence, destination, state, coalesce(code, ''), extract(epoch FROM at - created_at) * 1e6
            FROM c4i.delivery_status
            WHERE sequence = ANY (?) AND created_at >= ? AND state <> 'pending'
            """;

    private static final int MAX_AT_ONCE = 2_000;

    private final PreparedStatement statement;
    private final Connection connection;
    private final LoadTally tally;
    private final OffsetDateTime since;

    /** @param connection stays the caller's */
    LoadWatch(Connection connection, LoadTally tally) throws SQLException {
        this.connection = connection;
        this.tally = tally;
        try (Statement clock = connection.createStatement();
                ResultSet row = clock.executeQuery("SELECT clock_timestamp() - interval '1 min'")) {
            row.next();
            since = Objects.requireNonNull(row.getObject(1, OffsetDateTime.class));
        }
        statement = connection.prepareStatement(FINAL_STATES);
    }

    /** Asks about some of the rows without a final state; each has its turn. */
    void look() throws SQLException {
        List<Long> pending = tally.nextPending(MAX_AT_ONCE);
        if (pending.isEmpty()) {
            return;
        }
        statement.setArray(1, connection.createArrayOf("bigint", pending.toArray()));
        statement.setObject(2, since);
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                tally.settled(new Final(
                        rows.getLong(1),
                        rows.getString(2),
                        rows.getString(3),
                        rows.getString(4),
                        Math.round(rows.getDouble(5))));
            }
        }
    }

    @Override
    public void close() throws SQLException {
        statement.close();
    }
}
