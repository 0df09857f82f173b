package org.c4igateway.bench.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.c4igateway.lab.testbed.Mesh;

/** A row is submitted after the one before it has been seen in the other inbox, so that none waits for another. */
final class OneRowAtATime {
    private static final long LONGEST_MICROS = TimeUnit.SECONDS.toMicros(30);
    private static final long POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    private OneRowAtATime() {}

    /** @return as {@link #measure(Mesh, int, LongSupplier)}, each row as soon as the one before it has been seen */
    static Histogram measure(Mesh mesh, int rows) throws SQLException {
        return measure(mesh, rows, () -> 0);
    }

    /**
     * @param pauseNanos asked before each row, how long to wait
     * @return microseconds from before the submission to the row seen, of so many rows
     */
    static Histogram measure(Mesh mesh, int rows, LongSupplier pauseNanos) throws SQLException {
        Histogram micros = new Histogram(LONGEST_MICROS, 3);
        byte[] payload = Database.message(DatabaseRateBenchmark.SIZE);
        try (Connection app = mesh.database("ALPHA").openApp();
                Connection observer = mesh.database("BRAVO").openOwner();
                PreparedStatement submit =
                        app.prepareStatement("SELECT c4i.submit('" + Database.TOPIC + "', 2, ARRAY['BRAVO'], ?)");
                PreparedStatement newest =
                        observer.prepareStatement("SELECT coalesce(max(received_id), 0) FROM c4i.inbox")) {
            for (int i = 0; i < rows; i++) {
                LockSupport.parkNanos(pauseNanos.getAsLong());
                long before = number(newest);
                long start = System.nanoTime();
                submit.setBytes(1, payload);
                number(submit);
                while (number(newest) == before) {
                    long waited = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - start);
                    if (waited > LONGEST_MICROS) {
                        throw new IllegalStateException("a row alone did not arrive");
                    }
                    LockSupport.parkNanos(POLL_NANOS);
                }
                micros.recordValue(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - start));
            }
        }
        return micros;
    }

    private static long number(PreparedStatement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }
}
