package org.c4igateway.dbbridge.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class SqlArraysTest {
    private static final String ROWS =
            "SELECT string_agg(concat_ws(' ', a, coalesce(b::text, '-'), c, d, coalesce(e, '-'), encode(f, 'hex')), '|')"
                    + " FROM unnest(?, ?, ?, ?, ?, ?) AS r (a, b, c, d, e, f)";

    @Test
    void bindsAColumnOfEachType(TestDatabase database) throws SQLException {
        try (Connection connection = database.owner();
                PreparedStatement statement = connection.prepareStatement(ROWS)) {
            SqlArrays.bind(statement, 1, new long[] {Long.MIN_VALUE, Long.MAX_VALUE});
            SqlArrays.bind(statement, 2, new @Nullable Long[] {null, 2L});
            SqlArrays.bind(statement, 3, new short[] {-1, 1});
            SqlArrays.bind(statement, 4, new int[] {Integer.MIN_VALUE, 3});
            SqlArrays.bind(statement, 5, new @Nullable String[] {null, "a,\"b\\{}"});
            SqlArrays.bind(statement, 6, new byte[][] {{0, -1}, {}});

            try (ResultSet row = statement.executeQuery()) {
                row.next();
                assertThat(row.getString(1))
                        .isEqualTo("-9223372036854775808 - -1 -2147483648 - 00ff"
                                + "|9223372036854775807 2 1 3 a,\"b\\{} ");
            }
        }
    }

    @Test
    void cutsTimesToMicroseconds() {
        assertThat(SqlArrays.toMicros(Instant.parse("1970-01-01T00:00:01.000002999Z")))
                .isEqualTo(1_000_002);
        assertThat(SqlArrays.toMicros(Instant.parse("1969-12-31T23:59:59.999999999Z")))
                .isEqualTo(-1);
        assertThatThrownBy(() -> SqlArrays.toMicros(Instant.MAX)).isInstanceOf(ArithmeticException.class);
    }
}
