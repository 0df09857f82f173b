package org.c4igateway.lab.run.measure;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;

/**
 * When rows were committed, by the database server's own record (track_commit_timestamp), in microseconds since 1970.
 * All databases of a run are on one server, so times of two systems compare. Blocks.
 */
public final class CommitLog {
    private static final String OUTBOX =
            "select sequence, " + micros("xid::xid") + " from c4i.outbox where sequence > ?";
    private static final String INBOX = "select origin_sequence, " + micros("xmin")
            + " from c4i.inbox where origin_sequence > ? and origin_system = ?";
    private static final String DELIVERY = "select sequence, " + micros("xmin")
            + " from c4i.delivery where sequence > ? and destination = ? and state in ('delivered', 'sent')";
    private static final String FINAL = "select count(*) from c4i.delivery where sequence > ?";
    private static final String RECEIVED =
            "select count(*) from c4i.inbox where origin_sequence > ? and origin_system = ?";
    private static final String NEWEST = "select coalesce(max(sequence), 0) from c4i.outbox where sequence > ?";

    private CommitLog() {}

    private static String micros(String transaction) {
        return "(extract(epoch from pg_xact_commit_timestamp(" + transaction + ")) * 1000000)::bigint";
    }

    /** When each message of a system became visible, by sequence number. */
    static Map<Long, Long> visible(InterfaceDatabase origin, long after) throws SQLException {
        return times(origin, OUTBOX, after, "");
    }

    /** When each message of a system was in an inbox, by sequence number. */
    static Map<Long, Long> delivered(InterfaceDatabase destination, String origin, long after) throws SQLException {
        return times(destination, INBOX, after, origin);
    }

    /** When each final state was recorded, by sequence number. */
    static Map<Long, Long> confirmed(InterfaceDatabase origin, String destination, long after) throws SQLException {
        return times(origin, DELIVERY, after, destination);
    }

    /** Pairs of message and destination that have a final state. */
    static long finalStates(InterfaceDatabase origin, long after) throws SQLException {
        return number(origin, FINAL, after, "");
    }

    /** Messages of a system in an inbox. */
    static long received(InterfaceDatabase destination, String origin, long after) throws SQLException {
        return number(destination, RECEIVED, after, origin);
    }

    /** Greatest sequence number given. */
    public static long newest(InterfaceDatabase origin) throws SQLException {
        return number(origin, NEWEST, 0, "");
    }

    private static Map<Long, Long> times(InterfaceDatabase database, String sql, long after, String system)
            throws SQLException {
        Map<Long, Long> times = new HashMap<>();
        try (Connection connection = database.openOwner();
                PreparedStatement statement = prepared(connection, sql, after, system);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                times.put(row.getLong(1), row.getLong(2));
            }
        }
        return times;
    }

    private static long number(InterfaceDatabase database, String sql, long after, String system) throws SQLException {
        try (Connection connection = database.openOwner();
                PreparedStatement statement = prepared(connection, sql, after, system);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    private static PreparedStatement prepared(Connection connection, String sql, long after, String system)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setLong(1, after);
        if (!system.isEmpty()) {
            statement.setString(2, system);
        }
        return statement;
    }
}
