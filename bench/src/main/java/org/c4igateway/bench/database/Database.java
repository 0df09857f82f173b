package org.c4igateway.bench.database;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;

/** What the database benchmarks do to interface databases. */
public final class Database {
    /** An ORDER: reliable, nothing is overwritten. */
    static final String TOPIC = "A080";

    private static final int BATCH = 5_000;

    private Database() {}

    /** @return a correct message of exactly {@code size} bytes, at least 200 */
    public static byte[] message(int size) {
        StringBuilder text = new StringBuilder("MSGID/FRAGO/1 CORPS/0001/NOV//\nGENTEXT/EXECUTION/");
        while (text.length() < size - 3) {
            int lineStart = text.lastIndexOf("\n") + 1;
            text.append(text.length() - lineStart >= 60 ? '\n' : "ALPHA ".charAt(text.length() % 5));
        }
        text.append("//\n");
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Submits in one transaction, so that all rows become visible at once. @return nanoseconds since the epoch of the
     * commit
     */
    public static long submitAtOnce(InterfaceDatabase from, String to, int count, byte[] payload) throws SQLException {
        try (Connection connection = from.openApp()) {
            connection.setAutoCommit(false);
            submit(connection, to, count, payload);
            long micros = number(connection, "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint");
            connection.commit();
            return micros;
        }
    }

    /** Submits in the transaction of the connection, which the caller commits. */
    public static void submit(Connection connection, String to, int count, byte[] payload) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT cardinality(c4i.submit_batch(array_fill(?::text, ARRAY[?]), array_fill(3, ARRAY[?]),"
                        + " array_fill(?::text, ARRAY[?]), array_fill(?::bytea, ARRAY[?])))")) {
            for (int left = count; left > 0; left -= BATCH) {
                int n = Math.min(left, BATCH);
                statement.setString(1, TOPIC);
                statement.setInt(2, n);
                statement.setInt(3, n);
                statement.setString(4, to);
                statement.setInt(5, n);
                statement.setBytes(6, payload);
                statement.setInt(7, n);
                statement.execute();
            }
        }
    }

    public static long number(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Waits until the query answers at least {@code wanted}. */
    public static void awaitNumber(Connection connection, String sql, long wanted, int seconds) throws SQLException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (number(connection, sql) < wanted) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("after " + seconds + " s still not " + wanted + ": " + sql);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
    }
}
