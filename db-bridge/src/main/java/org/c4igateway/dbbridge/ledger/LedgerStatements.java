package org.c4igateway.dbbridge.ledger;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;

/**
 * The statements that read the ledger, each in the transaction of the given connection, which stays the caller's.
 * Blocks.
 */
public final class LedgerStatements {
    private static final String COLUMNS =
            "SELECT destination, accepted, delivered, sent, pending, expired, superseded, rejected FROM c4i.";
    private static final String SUMMARY =
            "SELECT destination, accepted, delivered, sent, expired, superseded, rejected FROM c4i.ledger_summary ORDER BY 1";
    private static final String BACKLOG =
            "SELECT destination, precedence, pending, oldest FROM c4i.backlog ORDER BY 1, 2";
    private static final String ORIGINS =
            "SELECT origin_system, received, duplicates, parked FROM c4i.inbox_ledger ORDER BY 1";
    private static final String PUBLICATIONS = "SELECT s.state, coalesce(b.rows, 0), b.oldest FROM"
            + " (VALUES ('waiting'), ('unclaimed')) AS s (state) LEFT JOIN c4i.publication_backlog AS b USING (state)";
    static final String LETTERS = "SELECT direction, count(*) FROM c4i.dead_letter GROUP BY direction";

    private LedgerStatements() {}

    /** @return a line per destination ever addressed; accepted and final states from the summary, pending from rows */
    public static List<LedgerLine> lines(Connection connection) throws SQLException {
        return lines(connection, "ledger");
    }

    /** @return the same with the pending rows of a backlog of the same instant, which are not counted a second time */
    static List<LedgerLine> lines(Connection connection, List<BacklogLine> backlog) throws SQLException {
        Map<SystemName, Long> pending = backlog.stream()
                .collect(Collectors.groupingBy(BacklogLine::destination, Collectors.summingLong(BacklogLine::rows)));
        return list(connection, SUMMARY, row -> {
            SystemName destination = new SystemName(row.getString(1));
            return new LedgerLine(
                    destination,
                    row.getLong(2),
                    row.getLong(3),
                    row.getLong(4),
                    pending.getOrDefault(destination, 0L),
                    row.getLong(5),
                    row.getLong(6),
                    row.getLong(7));
        });
    }

    /** @return the same, counted again from all rows; slow on a full outbox */
    public static List<LedgerLine> recount(Connection connection) throws SQLException {
        return lines(connection, "ledger_recount");
    }

    /** @return a line per origin that anything came from */
    public static List<InboxLine> origins(Connection connection) throws SQLException {
        return list(
                connection,
                ORIGINS,
                row -> new InboxLine(row.getString(1), row.getLong(2), row.getLong(3), row.getLong(4)));
    }

    /** @return four lines per destination ever addressed, one for each precedence */
    static List<BacklogLine> backlog(Connection connection) throws SQLException {
        return list(
                connection,
                BACKLOG,
                row -> new BacklogLine(
                        new SystemName(row.getString(1)),
                        Precedence.ofCode(row.getInt(2)),
                        row.getLong(3),
                        Optional.ofNullable(row.getTimestamp(4)).map(Timestamp::toInstant)));
    }

    /** @return dead letters kept, by direction: outbound and inbound */
    static Map<String, Long> deadLetters(Connection connection) throws SQLException {
        Map<String, Long> letters = new TreeMap<>(Map.of("inbound", 0L, "outbound", 0L));
        list(connection, LETTERS, row -> Map.entry(row.getString(1), row.getLong(2)))
                .forEach(count -> letters.put(count.getKey(), count.getValue()));
        return letters;
    }

    /** @return what was published and has no destinations yet: waiting, then unclaimed */
    static List<PublicationLine> publications(Connection connection) throws SQLException {
        return list(
                connection,
                PUBLICATIONS,
                row -> new PublicationLine(
                        row.getString(1),
                        row.getLong(2),
                        Optional.ofNullable(row.getTimestamp(3)).map(Timestamp::toInstant)));
    }

    private static List<LedgerLine> lines(Connection connection, String view) throws SQLException {
        return list(
                connection,
                COLUMNS + view + " ORDER BY destination",
                row -> new LedgerLine(
                        new SystemName(row.getString(1)),
                        row.getLong(2),
                        row.getLong(3),
                        row.getLong(4),
                        row.getLong(5),
                        row.getLong(6),
                        row.getLong(7),
                        row.getLong(8)));
    }

    static <T> List<T> list(Connection connection, String sql, RowReader<T> reader) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            List<T> lines = new ArrayList<>();
            while (row.next()) {
                lines.add(reader.read(row));
            }
            return lines;
        }
    }

    /** Makes a value of the row that the result set stands on. */
    interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }
}
