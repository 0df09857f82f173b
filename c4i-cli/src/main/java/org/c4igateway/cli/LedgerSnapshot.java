package org.c4igateway.cli;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Both sides of a node's ledger at one instant.
 *
 * @param system whose database this is; empty when the role may not know
 * @param destinations what became of accepted rows, per destination
 * @param recounted the same from rows alone; empty when that was not asked for
 * @param origins what arrived, per origin
 * @param deadLetters parked messages; empty when the role may not read them
 */
record LedgerSnapshot(
        String system,
        List<Destination> destinations,
        List<Destination> recounted,
        List<Origin> origins,
        OptionalLong deadLetters) {
    private static final String LEDGER =
            "select destination, accepted, delivered, sent, pending, expired, superseded, rejected from c4i.";
    private static final String OLDEST = "select destination, extract(epoch from now() - min(created_at))::bigint"
            + " from c4i.delivery_status where state = 'pending' group by destination";
    private static final String ORIGINS =
            "select origin_system, received, duplicates, parked from c4i.inbox_ledger order by 1";

    LedgerSnapshot {
        destinations = List.copyOf(destinations);
        recounted = List.copyOf(recounted);
        origins = List.copyOf(origins);
    }

    /**
     * One line of the sending side.
     *
     * @param pending rows without a final state, those in flight among them
     * @param oldestPendingSeconds age of the oldest of those; 0 when there is none
     */
    record Destination(
            String name,
            long accepted,
            long delivered,
            long sent,
            long pending,
            long expired,
            long superseded,
            long rejected,
            long oldestPendingSeconds) {
        boolean balanced() {
            return accepted == delivered + sent + pending + expired + superseded + rejected;
        }

        Destination withOldestPending(long seconds) {
            return new Destination(name, accepted, delivered, sent, pending, expired, superseded, rejected, seconds);
        }
    }

    /** One line of the receiving side; the name is empty for what no origin could be read from. */
    record Origin(String name, long received, long duplicates, long parked) {}

    /** Reads it in one read-only transaction of the connection. Blocks. */
    static LedgerSnapshot read(Connection connection, boolean audit) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("set transaction isolation level repeatable read, read only");
            List<Destination> destinations = destinations(statement, "ledger");
            if (destinations.stream().anyMatch(line -> line.pending() > 0)) {
                destinations = withOldestPending(statement, destinations);
            }
            List<Destination> recounted = audit ? destinations(statement, "ledger_recount") : List.of();
            List<Origin> origins = origins(statement);
            List<String> system = column(connection, statement, "select system_name from c4i.node");
            List<String> letters = column(connection, statement, "select count(*) from c4i.dead_letter");
            return new LedgerSnapshot(
                    system.isEmpty() ? "" : system.getFirst(),
                    destinations,
                    recounted,
                    origins,
                    letters.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(letters.getFirst())));
        } finally {
            connection.rollback();
        }
    }

    /** Whether every accepted row is in exactly one state and, when recounted, both counts agree. */
    boolean balanced() {
        return destinations.stream().allMatch(Destination::balanced)
                && recounted.stream().allMatch(Destination::balanced)
                && (recounted.isEmpty() || counts(destinations).equals(counts(recounted)));
    }

    private static Map<String, Destination> counts(List<Destination> lines) {
        Map<String, Destination> counts = new LinkedHashMap<>();
        lines.forEach(line -> counts.put(line.name(), line.withOldestPending(0)));
        return counts;
    }

    private static List<Destination> destinations(Statement statement, String view) throws SQLException {
        List<Destination> lines = new ArrayList<>();
        try (ResultSet row = statement.executeQuery(LEDGER + view + " order by destination")) {
            while (row.next()) {
                lines.add(new Destination(
                        row.getString(1),
                        row.getLong(2),
                        row.getLong(3),
                        row.getLong(4),
                        row.getLong(5),
                        row.getLong(6),
                        row.getLong(7),
                        row.getLong(8),
                        0));
            }
        }
        return lines;
    }

    private static List<Destination> withOldestPending(Statement statement, List<Destination> lines)
            throws SQLException {
        Map<String, Long> ages = new LinkedHashMap<>();
        try (ResultSet row = statement.executeQuery(OLDEST)) {
            while (row.next()) {
                ages.put(row.getString(1), row.getLong(2));
            }
        }
        return lines.stream()
                .map(line -> line.withOldestPending(ages.getOrDefault(line.name(), 0L)))
                .toList();
    }

    private static List<Origin> origins(Statement statement) throws SQLException {
        List<Origin> lines = new ArrayList<>();
        try (ResultSet row = statement.executeQuery(ORIGINS)) {
            while (row.next()) {
                lines.add(new Origin(row.getString(1), row.getLong(2), row.getLong(3), row.getLong(4)));
            }
        }
        return lines;
    }

    /** First column of a query that the role may be forbidden; empty then. */
    private static List<String> column(Connection connection, Statement statement, String sql) throws SQLException {
        Savepoint before = connection.setSavepoint();
        List<String> values = new ArrayList<>();
        try (ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                values.add(row.getString(1));
            }
        } catch (SQLException e) {
            if (!DatabaseSession.isNotAllowed(e)) {
                throw e;
            }
            connection.rollback(before);
        }
        return values;
    }
}
