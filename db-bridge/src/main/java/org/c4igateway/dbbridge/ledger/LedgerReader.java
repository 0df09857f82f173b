package org.c4igateway.dbbridge.ledger;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.jdbc.SqlFaults;

/** Reads the ledger from the interface database. Each call is one statement and so sees one instant. Thread-safe, blocks. */
public final class LedgerReader {
    private static final String COLUMNS =
            "SELECT destination, accepted, delivered, sent, pending, expired, superseded, rejected FROM c4i.";

    private final DataSource dataSource;

    public LedgerReader(DataSource dataSource) {
        this.dataSource = Objects.requireNonNull(dataSource);
    }

    /** @return a line per destination ever addressed, unknown ones too; accepted and final states from the summary, pending from rows */
    public List<LedgerLine> lines() {
        return lines("ledger");
    }

    /** @return the same, counted again from all rows; slow on a full outbox, for audits */
    public List<LedgerLine> recount() {
        return lines("ledger_recount");
    }

    /** @return a line per origin that anything came from */
    public List<InboxLine> inbox() {
        String sql = "SELECT origin_system, received, duplicates, parked FROM c4i.inbox_ledger ORDER BY 1";
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            List<InboxLine> lines = new ArrayList<>();
            while (row.next()) {
                lines.add(new InboxLine(row.getString(1), row.getLong(2), row.getLong(3), row.getLong(4)));
            }
            return lines;
        } catch (SQLException e) {
            throw SqlFaults.translate(e, "reading the ledger of the inbox");
        }
    }

    /** @return four lines per destination ever addressed, one for each precedence */
    public List<BacklogLine> backlog() {
        String sql = "SELECT destination, precedence, pending, oldest FROM c4i.backlog ORDER BY 1, 2";
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            List<BacklogLine> lines = new ArrayList<>();
            while (row.next()) {
                lines.add(new BacklogLine(
                        new SystemName(row.getString(1)),
                        Precedence.ofCode(row.getInt(2)),
                        row.getLong(3),
                        Optional.ofNullable(row.getTimestamp(4)).map(Timestamp::toInstant)));
            }
            return lines;
        } catch (SQLException e) {
            throw SqlFaults.translate(e, "reading the backlog");
        }
    }

    /** @return dead letters kept, by direction: outbound and inbound */
    public Map<String, Long> deadLetters() {
        String sql = "SELECT direction, count(*) FROM c4i.dead_letter GROUP BY direction";
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            Map<String, Long> letters = new TreeMap<>(Map.of("inbound", 0L, "outbound", 0L));
            while (row.next()) {
                letters.put(row.getString(1), row.getLong(2));
            }
            return letters;
        } catch (SQLException e) {
            throw SqlFaults.translate(e, "counting dead letters");
        }
    }

    private List<LedgerLine> lines(String view) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(COLUMNS + view + " ORDER BY destination")) {
            List<LedgerLine> lines = new ArrayList<>();
            while (row.next()) {
                lines.add(new LedgerLine(
                        new SystemName(row.getString(1)),
                        row.getLong(2),
                        row.getLong(3),
                        row.getLong(4),
                        row.getLong(5),
                        row.getLong(6),
                        row.getLong(7),
                        row.getLong(8)));
            }
            return lines;
        } catch (SQLException e) {
            throw SqlFaults.translate(e, "reading the ledger");
        }
    }
}
