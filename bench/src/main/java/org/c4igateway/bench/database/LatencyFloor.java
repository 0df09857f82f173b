package org.c4igateway.bench.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.c4igateway.lab.testbed.Mesh;

/**
 * The floor of the latency: the same sessions at the same pace submit each row at one end and then insert it into a
 * table like the inbox at the other end themselves, each in a durable transaction. Nobody looks for the row: the time
 * ends with the second commit, which is in favour of the floor.
 */
final class LatencyFloor {
    private static final String INSERT = """
            INSERT INTO c4i.bench_inbox (received_id, received_at, origin_system, origin_sequence, topic_id, precedence,
                destinations, created_at, label, subject, payload)
            VALUES (?, now(), 'ALPHA', ?, ?, 2, '{BRAVO}', now(), '', '', ?)
            """;

    private LatencyFloor() {}

    /** @return microseconds from when a row should have been submitted to its commit at the other end */
    static Histogram measure(Mesh mesh, int count) throws SQLException, InterruptedException {
        try (Connection owner = mesh.database("BRAVO").openOwner();
                Statement statement = owner.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS c4i.bench_inbox");
            statement.execute("CREATE TABLE c4i.bench_inbox (LIKE c4i.inbox INCLUDING STORAGE)");
        }
        Histogram micros = new ConcurrentHistogram(TimeUnit.MINUTES.toMicros(3), 3);
        long start = System.nanoTime();
        try (ExecutorService sessions = Executors.newFixedThreadPool(DatabaseLatencyBenchmark.SUBMITTERS)) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < DatabaseLatencyBenchmark.SUBMITTERS; i++) {
                int first = i;
                running.add(sessions.submit(() -> {
                    session(mesh, first, count, start, micros);
                    return first;
                }));
            }
            for (Future<?> session : running) {
                session.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("the floor failed", e.getCause());
        }
        return micros;
    }

    private static void session(Mesh mesh, int first, int count, long start, Histogram micros) throws SQLException {
        byte[] payload = Database.message(DatabaseRateBenchmark.SIZE);
        try (Connection from = mesh.database("ALPHA").openApp();
                Connection to = mesh.database("BRAVO").openOwner();
                PreparedStatement submit =
                        from.prepareStatement("SELECT c4i.submit('" + Database.TOPIC + "', 2, ARRAY['BRAVO'], ?)");
                PreparedStatement insert = to.prepareStatement(INSERT)) {
            for (int i = first; i < count; i += DatabaseLatencyBenchmark.SUBMITTERS) {
                long due = start + i * (TimeUnit.SECONDS.toNanos(1) / DatabaseLatencyBenchmark.PER_SECOND);
                LockSupport.parkNanos(due - System.nanoTime());
                copy(submit, insert, payload);
                micros.recordValue(Math.max(0, TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - due)));
            }
        }
    }

    private static void copy(PreparedStatement submit, PreparedStatement insert, byte[] payload) throws SQLException {
        submit.setBytes(1, payload);
        long sequence;
        try (ResultSet row = submit.executeQuery()) {
            row.next();
            sequence = row.getLong(1);
        }
        insert.setLong(1, sequence);
        insert.setLong(2, sequence);
        insert.setString(3, Database.TOPIC);
        insert.setBytes(4, payload);
        insert.executeUpdate();
    }
}
