package org.c4igateway.dbbridge.shard;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import org.c4igateway.dbbridge.jdbc.AdvisoryLock;
import org.c4igateway.dbbridge.jdbc.Connections;
import org.c4igateway.dbbridge.jdbc.SqlFaults;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the nodes that serve an interface database or stand by. Each shares a session advisory lock, in a session of
 * its own; who holds it is in {@code pg_locks}. A node that stops looking no longer counts: the server closes a session
 * that is idle for {@link #IDLE_LIMIT}. Thread-safe; blocks on the database.
 */
public final class Attendance implements AutoCloseable {
    /** A node that has not looked for this long does not count. */
    public static final Duration IDLE_LIMIT = Duration.ofSeconds(5);

    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(3);
    private static final Logger LOG = LoggerFactory.getLogger(Attendance.class);

    private static final String END_WHEN_IDLE =
            "SELECT set_config('idle_session_timeout', '" + IDLE_LIMIT.toMillis() + "', false)";
    private static final String ATTEND = "SELECT pg_advisory_lock_shared(" + AdvisoryLock.ATTENDANCE.keys() + ")";
    private static final String STAY_AWAY = "SELECT pg_advisory_unlock_shared(" + AdvisoryLock.ATTENDANCE.keys() + ")";

    private static final String LOOK =
            "SELECT count(DISTINCT l.pid), c4i.shards() FROM pg_locks AS l WHERE l.locktype = 'advisory' AND l.granted"
                    + " AND l.database = (SELECT d.oid FROM pg_database AS d WHERE d.datname = current_database())"
                    + " AND l.objsubid = 2 AND (l.classid::bigint, l.objid::bigint) = ("
                    + AdvisoryLock.ATTENDANCE.keys() + ")";

    private final Connections connections;
    private @Nullable Connection session;
    private boolean attends;
    private boolean closed;

    /**
     * What there is at one moment.
     *
     * @param nodes how many count
     * @param shards of the database
     */
    public record Look(int nodes, int shards) {}

    /** Counts from the first look that says so. */
    public Attendance(Connections connections) {
        this.connections = Objects.requireNonNull(connections);
    }

    /**
     * Looks, in one round trip unless something changes. A session that was lost is opened again by the next look.
     *
     * @param counts whether this node counts from now on
     * @throws org.c4igateway.core.fault.GatewayException when the database does not answer
     */
    public synchronized Look look(boolean counts) {
        if (closed) {
            throw new IllegalStateException("closed");
        }
        try {
            try (Statement statement = open().createStatement()) {
                if (counts != attends) {
                    statement.execute(counts ? ATTEND : STAY_AWAY);
                    attends = counts;
                }
                try (ResultSet row = statement.executeQuery(LOOK)) {
                    row.next();
                    return new Look(row.getInt(1), row.getInt(2));
                }
            }
        } catch (SQLException e) {
            leave();
            throw SqlFaults.translate(e, "counting the nodes of the database");
        }
    }

    /** This node no longer counts. */
    @Override
    public synchronized void close() {
        closed = true;
        leave();
    }

    private Connection open() throws SQLException {
        Connection open = session;
        if (open == null) {
            open = connections.session("c4i-attendance", ANSWER_TIMEOUT);
            session = open;
            try (Statement statement = open.createStatement()) {
                statement.execute(END_WHEN_IDLE);
            }
        }
        return open;
    }

    private void leave() {
        Connection open = session;
        session = null;
        attends = false;
        if (open != null) {
            try {
                open.close();
            } catch (SQLException e) {
                LOG.debug("Closing the session of the attendance: {}", e.getMessage());
            }
        }
    }
}
