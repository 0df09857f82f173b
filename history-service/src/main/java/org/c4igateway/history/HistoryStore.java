package org.c4igateway.history;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.dbbridge.jdbc.AdvisoryLock;
import org.c4igateway.dbbridge.jdbc.Connections;
import org.c4igateway.dbbridge.jdbc.SqlArrays;
import org.c4igateway.dbbridge.jdbc.SqlFaults;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a history. All is done in one session, which holds a lock: a second service on the same database is
 * refused, and one that lost its session takes the lock again before it writes. Blocks on the database; one thread.
 */
final class HistoryStore implements AutoCloseable {
    private static final String APPLICATION = "c4i-history";
    private static final Duration ANSWER = Duration.ofSeconds(25);
    private static final int FETCH_ROWS = 500;
    private static final String MISSING = "42";

    private static final String INSERT = """
            INSERT INTO c4i.history_sample (id, dds_partition, topic, origin, subject, sequence, source_ns, sample)
            SELECT u.id, ?, u.topic, u.origin, u.subject, u.sequence, u.source_ns, u.sample
            FROM unnest(?, ?, ?, ?, ?, ?, ?) AS u (id, topic, origin, subject, sequence, source_ns, sample)
            ON CONFLICT (id) DO NOTHING
            """;
    private static final String HIGHEST = "SELECT coalesce(max(id), 0) FROM c4i.history_sample";
    private static final long NOT_READ = -1;

    private final Connections connections;
    private final String partition;
    private @Nullable Connection session;
    /** The highest id that is there or may be there after a commit whose end was not seen. */
    private long highest = NOT_READ;

    /** @param partition of which the history is; others in the same table are left alone */
    HistoryStore(Connections connections, String partition) {
        this.connections = connections;
        this.partition = partition;
    }

    /**
     * Reads all rows of a topic, in order of arrival.
     *
     * @throws GatewayException.Transient while the database is away or another service holds the lock
     * @throws GatewayException.Fatal when the login or the schema is wrong
     */
    void read(String topic, Consumer<KeptSample> step) {
        inSession("reading the history of " + topic, connection -> {
            try (PreparedStatement statement = connection.prepareStatement(
                    "SELECT id, source_ns, sample FROM c4i.history_sample WHERE dds_partition = ? AND topic = ?"
                            + " ORDER BY id")) {
                statement.setFetchSize(FETCH_ROWS);
                statement.setString(1, partition);
                statement.setString(2, topic);
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        step.accept(KeptSample.decoded(row.getLong(1), topic, row.getLong(2), row.getBytes(3)));
                    }
                }
            }
        });
    }

    /** @return the highest id of all partitions, 0 for none; throws as {@link #read} does */
    long highestId() {
        inSession("reading the history", connection -> highest = Math.max(highest, highestId(connection)));
        return highest;
    }

    private static long highestId(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(HIGHEST)) {
            row.next();
            return row.getLong(1);
        }
    }

    /**
     * Adds and removes in one transaction; throws as {@link #read} does. After a transient fault the same change may be
     * made again, whether or not it was made.
     */
    void change(List<KeptSample> added, List<Long> removed) {
        if (added.isEmpty() && removed.isEmpty()) {
            return;
        }
        highest = added.stream().mapToLong(KeptSample::id).reduce(highest, Math::max);
        inSession("storing samples", connection -> {
            if (!added.isEmpty()) {
                insert(connection, added);
            }
            if (!removed.isEmpty()) {
                try (PreparedStatement statement =
                        connection.prepareStatement("DELETE FROM c4i.history_sample WHERE id = ANY (?)")) {
                    SqlArrays.bind(
                            statement,
                            1,
                            removed.stream().mapToLong(Long::longValue).toArray());
                    statement.executeUpdate();
                }
            }
        });
    }

    private void insert(Connection connection, List<KeptSample> added) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
            statement.setString(1, partition);
            SqlArrays.bind(
                    statement, 2, added.stream().mapToLong(KeptSample::id).toArray());
            SqlArrays.bind(statement, 3, added.stream().map(KeptSample::topic).toArray(String[]::new));
            SqlArrays.bind(
                    statement,
                    4,
                    added.stream().map(each -> each.message().origin()).toArray(String[]::new));
            SqlArrays.bind(
                    statement,
                    5,
                    added.stream().map(each -> each.message().subject()).toArray(String[]::new));
            SqlArrays.bind(
                    statement,
                    6,
                    added.stream().mapToLong(each -> each.message().sequence()).toArray());
            SqlArrays.bind(
                    statement,
                    7,
                    added.stream().mapToLong(KeptSample::sourceNanos).toArray());
            SqlArrays.bind(statement, 8, added.stream().map(KeptSample::encoded).toArray(byte[][]::new));
            statement.executeUpdate();
        }
    }

    private interface Work {
        void in(Connection connection) throws SQLException;
    }

    private void inSession(String doing, Work work) {
        try {
            Connection connection = session();
            work.in(connection);
            connection.commit();
        } catch (SQLException e) {
            close();
            throw translated(e, doing);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private static GatewayException translated(SQLException e, String doing) {
        String state = e.getSQLState();
        if (state != null && state.startsWith(MISSING)) {
            return new GatewayException.Fatal(
                            ErrorCode.DATABASE_REFUSED,
                            doing + ": " + e.getMessage(),
                            "Run 'c4i database prepare --history' for this database, and log in with the login it makes.",
                            e)
                    .about("c4i.database.username");
        }
        return SqlFaults.translate(e, doing);
    }

    private Connection session() throws SQLException {
        Connection open = session;
        if (open == null) {
            open = connections.session(APPLICATION, ANSWER);
            session = open;
            lock(open);
            requireAlone(open);
            open.setAutoCommit(false);
        }
        return open;
    }

    /** While there was no session another service may have had the lock: then this one's memory is not the history. */
    private void requireAlone(Connection connection) throws SQLException {
        long there = highestId(connection);
        if (highest != NOT_READ && there > highest) {
            throw new GatewayException.Fatal(
                    ErrorCode.FENCED,
                    "another history service has written to this database meanwhile",
                    "Run one service on a database, and start this one again.",
                    null);
        }
    }

    private static void lock(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT pg_try_advisory_lock(" + AdvisoryLock.HISTORY.keys() + ")")) {
            row.next();
            if (!row.getBoolean(1)) {
                throw new GatewayException.Transient(
                        ErrorCode.DATABASE_UNAVAILABLE,
                        "another history service, or one that has just ended, holds this database",
                        null);
            }
        }
    }

    /** Ends the session, and gives the lock back. The next call opens another one. */
    @Override
    public void close() {
        Connection open = session;
        session = null;
        if (open != null) {
            try {
                open.close();
            } catch (SQLException e) {
                // It was broken already; the server takes the lock from it.
            }
        }
    }
}
