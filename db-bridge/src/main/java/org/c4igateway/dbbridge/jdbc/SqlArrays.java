package org.c4igateway.dbbridge.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/** Binds whole columns as arrays, in the binary format where the driver has one, for {@code unnest}. */
public final class SqlArrays {
    private static final long MICROS_PER_SECOND = TimeUnit.SECONDS.toMicros(1);

    private SqlArrays() {}

    public static void bind(PreparedStatement statement, int index, long[] values) throws SQLException {
        bindAny(statement, index, "int8", values);
    }

    public static void bind(PreparedStatement statement, int index, @Nullable Long[] values) throws SQLException {
        bindAny(statement, index, "int8", values);
    }

    public static void bind(PreparedStatement statement, int index, short[] values) throws SQLException {
        bindAny(statement, index, "int2", values);
    }

    public static void bind(PreparedStatement statement, int index, int[] values) throws SQLException {
        bindAny(statement, index, "int4", values);
    }

    public static void bind(PreparedStatement statement, int index, @Nullable String[] values) throws SQLException {
        bindAny(statement, index, "text", values);
    }

    public static void bind(PreparedStatement statement, int index, byte[][] values) throws SQLException {
        bindAny(statement, index, "bytea", values);
    }

    /** @return microseconds since 1970, the precision of {@code timestamptz}; finer parts are cut */
    public static long toMicros(Instant instant) {
        return Math.addExact(
                Math.multiplyExact(instant.getEpochSecond(), MICROS_PER_SECOND),
                TimeUnit.NANOSECONDS.toMicros(instant.getNano()));
    }

    private static void bindAny(PreparedStatement statement, int index, String type, Object values)
            throws SQLException {
        statement.setArray(
                index, statement.getConnection().unwrap(PGConnection.class).createArrayOf(type, values));
    }
}
