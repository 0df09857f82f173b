package org.c4igateway.test.e2e.mesh;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.lab.history.ObservedSystem;
import org.jspecify.annotations.Nullable;

/** The C4I server of a node: it submits and reads by the public SQL only. Thread-safe. */
public final class C4iServer implements ObservedSystem {
    private final String system;
    private final TestDatabase database;

    C4iServer(String system, TestDatabase database) {
        this.system = system;
        this.database = database;
    }

    @Override
    public String system() {
        return system;
    }

    @Override
    public Connection openApp() throws SQLException {
        return database.app();
    }

    @Override
    public Connection openOwner() throws SQLException {
        return database.owner();
    }

    public TestDatabase database() {
        return database;
    }

    /** Submits one message and commits. */
    public long submit(SubmittedRow draft, String... destinations) throws SQLException {
        try (Connection connection = database.app()) {
            return submit(connection, draft, destinations);
        }
    }

    /** Submits within the caller's transaction. */
    public static long submit(Connection connection, SubmittedRow draft, String... destinations) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT c4i.submit(?, ?, ?, ?, ?, ?, ?)")) {
            statement.setString(1, draft.topicId());
            statement.setInt(2, draft.precedence());
            statement.setArray(3, connection.createArrayOf("text", destinations));
            statement.setBytes(4, draft.payload());
            Instant expiry = draft.expiresAt();
            statement.setTimestamp(5, expiry == null ? null : Timestamp.from(expiry));
            statement.setString(6, draft.label());
            statement.setString(7, draft.subject());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    /** Submits in transactions of 50, as a server under load does. */
    public void submitAll(List<SubmittedRow> drafts, String... destinations) throws SQLException {
        try (Connection connection = database.app()) {
            for (int from = 0; from < drafts.size(); from += 50) {
                submitBatch(connection, drafts.subList(from, Math.min(drafts.size(), from + 50)), destinations);
            }
        }
    }

    private static void submitBatch(Connection connection, List<SubmittedRow> drafts, String... destinations)
            throws SQLException {
        String[] names = new String[drafts.size()];
        Arrays.fill(names, String.join(",", destinations));
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT c4i.submit_batch(?, ?, ?, ?, NULL, NULL, ?)")) {
            statement.setArray(
                    1,
                    texts(connection, drafts.stream().map(SubmittedRow::topicId).toList()));
            statement.setArray(
                    2,
                    connection.createArrayOf(
                            "integer",
                            drafts.stream().map(SubmittedRow::precedence).toArray()));
            statement.setArray(3, connection.createArrayOf("text", names));
            statement.setArray(
                    4,
                    connection.createArrayOf(
                            "bytea", drafts.stream().map(SubmittedRow::payload).toArray(byte[][]::new)));
            statement.setArray(
                    5,
                    texts(connection, drafts.stream().map(SubmittedRow::subject).toList()));
            statement.execute();
        }
    }

    private static java.sql.Array texts(Connection connection, List<String> values) throws SQLException {
        return connection.createArrayOf("text", values.toArray());
    }

    /** Number of rows by final state for one destination; {@code pending} too. */
    public Map<String, Long> states(String destination) throws SQLException {
        Map<String, Long> states = new TreeMap<>();
        for (String line : database.column("SELECT state || ' ' || count(*) FROM c4i.delivery_status"
                + " WHERE destination = '" + destination + "' GROUP BY state")) {
            String[] parts = line.split(" ", 2);
            states.put(parts[0], Long.valueOf(parts[1]));
        }
        return states;
    }

    /** Number of rows without a final state. */
    public long pending() throws SQLException {
        return database.number("SELECT count(*) FROM c4i.delivery_status WHERE state = 'pending'");
    }

    /** State, code and detail of one row for one destination; empty while there is no such row. */
    public List<String> outcome(long sequence, String destination) throws SQLException {
        try (Connection connection = database.app();
                PreparedStatement statement = connection.prepareStatement("SELECT state, coalesce(code, ''), detail"
                        + " FROM c4i.delivery_status WHERE sequence = ? AND destination = ?")) {
            statement.setLong(1, sequence);
            statement.setString(2, destination);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? List.of(row.getString(1), row.getString(2), row.getString(3)) : List.of();
            }
        }
    }

    /** What this system received, in the order in which its server reads it. */
    public List<Arrived> received() throws SQLException {
        List<Arrived> rows = new ArrayList<>();
        try (Connection connection = database.app();
                PreparedStatement statement = connection.prepareStatement("SELECT origin_system, origin_sequence,"
                        + " topic_id, precedence, destinations, created_at, expires_at, label, subject, payload"
                        + " FROM c4i.received ORDER BY received_id");
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                rows.add(new Arrived(
                        row.getString(1),
                        row.getLong(2),
                        new SubmittedRow(
                                row.getString(3),
                                row.getInt(4),
                                row.getBytes(10),
                                instant(row.getTimestamp(7)),
                                row.getString(8),
                                row.getString(9)),
                        List.of((String[]) row.getArray(5).getArray()),
                        row.getTimestamp(6).toInstant()));
            }
        }
        return rows;
    }

    private static @Nullable Instant instant(@Nullable Timestamp timestamp) {
        return timestamp == null ? null : timestamp.toInstant();
    }

    /** How often a message came again and was recognised. */
    public long duplicates() throws SQLException {
        return database.number("SELECT coalesce(sum(duplicates), 0) FROM c4i.inbox_ledger");
    }

    /**
     * A row of the inbox.
     *
     * @param destinations the systems that the transmission was for
     */
    public record Arrived(
            String origin, long sequence, SubmittedRow draft, List<String> destinations, Instant createdAt) {}
}
