package org.c4igateway.dbbridge.ledger;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.c4igateway.core.message.SystemName;

/**
 * Both sides of a node's ledger at one instant.
 *
 * @param at that instant, by the clock of the database
 * @param system whose database this is; empty when no node has used it yet or the role may not know
 * @param lines what became of accepted rows, per destination
 * @param recounted the same from rows alone; empty when that was not asked for
 * @param backlog what waits, per destination and precedence
 * @param origins what arrived, per origin
 * @param deadLetters parked messages by direction; empty when the role may not read them
 * @param publications what was published and has no destinations yet, a line for each state
 */
public record LedgerSnapshot(
        Instant at,
        String system,
        List<LedgerLine> lines,
        List<LedgerLine> recounted,
        List<BacklogLine> backlog,
        List<InboxLine> origins,
        Optional<Map<String, Long>> deadLetters,
        List<PublicationLine> publications) {
    public LedgerSnapshot {
        lines = List.copyOf(lines);
        recounted = List.copyOf(recounted);
        backlog = List.copyOf(backlog);
        origins = List.copyOf(origins);
        deadLetters = deadLetters.map(Map::copyOf);
        publications = List.copyOf(publications);
    }

    /**
     * Reads it in one read-only transaction of the connection, which stays the caller's. Blocks.
     *
     * @param audit whether to count every row again
     */
    public static LedgerSnapshot read(Connection connection, boolean audit) throws SQLException {
        boolean autoCommit = connection.getAutoCommit();
        connection.setAutoCommit(false);
        LedgerSnapshot read;
        try {
            read = readAll(connection, audit);
        } catch (SQLException e) {
            try {
                end(connection, autoCommit);
            } catch (SQLException again) {
                e.addSuppressed(again);
            }
            throw e;
        }
        end(connection, autoCommit);
        return read;
    }

    private static void end(Connection connection, boolean autoCommit) throws SQLException {
        connection.rollback();
        connection.setAutoCommit(autoCommit);
    }

    private static LedgerSnapshot readAll(Connection connection, boolean audit) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
        }
        List<BacklogLine> backlog = LedgerStatements.backlog(connection);
        return new LedgerSnapshot(
                LedgerStatements.list(
                                connection,
                                "SELECT now()",
                                row -> row.getTimestamp(1).toInstant())
                        .getFirst(),
                system(connection),
                LedgerStatements.lines(connection, backlog),
                audit ? LedgerStatements.recount(connection) : List.of(),
                backlog,
                LedgerStatements.origins(connection),
                ifAllowed(connection, "c4i.dead_letter", LedgerStatements::deadLetters),
                LedgerStatements.publications(connection));
    }

    /** @return whether every accepted row is in exactly one state and, when recounted, both counts agree */
    public boolean balanced() {
        return lines.stream().allMatch(LedgerLine::balanced) && (recounted.isEmpty() || recounted.equals(lines));
    }

    /** @return age of the oldest row without a final state for that destination; empty when none waits */
    public Optional<Duration> oldestPending(SystemName destination) {
        return backlog.stream()
                .filter(line -> line.destination().equals(destination))
                .flatMap(line -> line.oldest().stream())
                .min(Comparator.naturalOrder())
                .map(oldest -> Duration.between(oldest, at));
    }

    /** @return parked messages of both directions; empty when the role may not read them */
    public Optional<Long> parked() {
        return deadLetters.map(Map::values).map(LedgerSnapshot::sum);
    }

    private static long sum(Collection<Long> counts) {
        return counts.stream().mapToLong(Long::longValue).sum();
    }

    private static String system(Connection connection) throws SQLException {
        return ifAllowed(
                        connection,
                        "c4i.node",
                        c -> LedgerStatements.list(c, "SELECT system_name FROM c4i.node", row -> row.getString(1)))
                .flatMap(names -> names.stream().findFirst())
                .orElse("");
    }

    /**
     * Result of a query on a table that the role may not be allowed to read; empty if not. The privilege is checked
     * first, because each refused query is an error in the server's log.
     */
    private static <T> Optional<T> ifAllowed(Connection connection, String table, Query<T> query) throws SQLException {
        boolean allowed = LedgerStatements.list(
                        connection, "SELECT has_table_privilege('" + table + "', 'SELECT')", row -> row.getBoolean(1))
                .getFirst();
        return allowed ? Optional.of(query.ask(connection)) : Optional.empty();
    }

    private interface Query<T> {
        T ask(Connection connection) throws SQLException;
    }
}
