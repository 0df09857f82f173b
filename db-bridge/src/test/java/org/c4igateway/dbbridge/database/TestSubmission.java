package org.c4igateway.dbbridge.database;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** What a C4I server does: call {@code c4i.submit}. */
public final class TestSubmission {
    private TestSubmission() {}

    /** @return the sequence number; the transaction stays the caller's */
    public static long submit(Connection connection, int precedence, String payload, String... destinations)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT c4i.submit('S201', ?, ?, ?)")) {
            statement.setInt(1, precedence);
            statement.setArray(2, connection.createArrayOf("text", destinations));
            statement.setBytes(3, payload.getBytes(StandardCharsets.UTF_8));
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }
}
