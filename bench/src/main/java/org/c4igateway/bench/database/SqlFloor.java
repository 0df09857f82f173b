package org.c4igateway.bench.database;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;

/**
 * The floor: the same rows copied from outbox to a table like the inbox by batched SQL, one thread, one commit per
 * batch, nothing else. No receipt, no key, no ledger.
 */
final class SqlFloor {
    private static final int BATCH = 512;

    private SqlFloor() {}

    /** @return rows per second */
    static double copy(InterfaceDatabase from, InterfaceDatabase to, long afterSequence, int count)
            throws SQLException {
        try (Connection source = from.openOwner();
                Connection target = to.openOwner()) {
            try (Statement statement = target.createStatement()) {
                statement.execute("DROP TABLE IF EXISTS c4i.bench_inbox");
                statement.execute("CREATE TABLE c4i.bench_inbox (LIKE c4i.inbox INCLUDING STORAGE)");
            }
            target.setAutoCommit(false);
            long start = System.nanoTime();
            long last = afterSequence;
            int copied = 0;
            while (copied < count) {
                List<Object[]> rows = read(source, last);
                if (rows.isEmpty()) {
                    throw new IllegalStateException("only " + copied + " of " + count + " rows to copy");
                }
                write(target, rows);
                copied += rows.size();
                last = (Long) rows.getLast()[0];
            }
            return copied / ((System.nanoTime() - start) / 1e9);
        }
    }

    private static List<Object[]> read(Connection source, long after) throws SQLException {
        try (PreparedStatement statement = source.prepareStatement(
                "SELECT sequence, topic_id, precedence, created_at, label, subject, payload FROM c4i.outbox"
                        + " WHERE sequence > ? ORDER BY sequence LIMIT " + BATCH)) {
            statement.setLong(1, after);
            List<Object[]> rows = new ArrayList<>(BATCH);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    rows.add(new Object[] {
                        row.getLong(1),
                        row.getString(2),
                        row.getShort(3),
                        row.getTimestamp(4),
                        row.getString(5),
                        row.getString(6),
                        row.getBytes(7)
                    });
                }
            }
            return rows;
        }
    }

    private static void write(Connection target, List<Object[]> rows) throws SQLException {
        String[] types = {"bigint", "text", "smallint", "timestamptz", "text", "text", "bytea"};
        try (PreparedStatement statement = target.prepareStatement(
                "INSERT INTO c4i.bench_inbox (received_id, received_at, origin_system, origin_sequence, topic_id,"
                        + " precedence, destinations, created_at, label, subject, payload)"
                        + " SELECT sequence, now(), 'ALPHA', sequence, topic_id, precedence, '{}', created_at, label,"
                        + " subject, payload FROM unnest(?, ?, ?, ?, ?, ?, ?)"
                        + " AS r (sequence, topic_id, precedence, created_at, label, subject, payload)")) {
            for (int column = 0; column < types.length; column++) {
                int at = column;
                Object[] values = types[at].equals("bytea")
                        ? rows.stream().map(row -> (byte[]) row[at]).toArray(byte[][]::new)
                        : rows.stream().map(row -> row[at]).toArray();
                Array array = target.createArrayOf(types[at], values);
                statement.setArray(at + 1, array);
            }
            statement.execute();
        }
        target.commit();
    }
}
