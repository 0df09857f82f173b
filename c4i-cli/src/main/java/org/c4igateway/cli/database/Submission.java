package org.c4igateway.cli.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.topics.mtf.MtfPrecedence;

/**
 * One message for {@code c4i.submit}. Does not copy the payload.
 *
 * @param validFor time until it expires, counted by the database's clock
 */
record Submission(
        String topicId,
        MtfPrecedence precedence,
        List<String> destinations,
        byte[] payload,
        Optional<Duration> validFor,
        String label,
        String subject) {
    private static final String SUBMIT = "select c4i.submit(?, ?, ?, ?, now() + make_interval(secs => ?), ?, ?)";

    Submission {
        destinations = List.copyOf(destinations);
    }

    /** Submits it in the connection's transaction and returns its sequence number. */
    long submit(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SUBMIT)) {
            statement.setString(1, topicId);
            statement.setInt(2, Precedence.valueOf(precedence.name()).code());
            statement.setArray(3, connection.createArrayOf("text", destinations.toArray()));
            statement.setBytes(4, payload);
            if (validFor.isPresent()) {
                statement.setDouble(5, validFor.get().toMillis() / 1_000.0);
            } else {
                statement.setNull(5, java.sql.Types.DOUBLE);
            }
            statement.setString(6, label);
            statement.setString(7, subject);
            try (ResultSet sequence = statement.executeQuery()) {
                sequence.next();
                return sequence.getLong(1);
            }
        }
    }
}
