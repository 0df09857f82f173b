package org.c4igateway.dbbridge.retention;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.c4igateway.dbbridge.jdbc.SqlFaults;

/**
 * Keeps an interface database young: partitions for the days to come, old days dropped whole, summaries added up. Meant for a
 * scheduler of the active bridge: {@link #compact} each 10 s, {@link #tidy} each hour and at start. Blocks on the database;
 * two calls at once wait for each other there.
 */
public final class Retention {
    /** Most rows deleted in one transaction. */
    private static final int DELETION_BATCH = 10_000;

    private final DataSource dataSource;
    private final RetentionPolicy policy;
    private final Clock clock;

    public Retention(DataSource dataSource, RetentionPolicy policy, Clock clock) {
        this.dataSource = Objects.requireNonNull(dataSource);
        this.policy = Objects.requireNonNull(policy);
        this.clock = Objects.requireNonNull(clock);
    }

    /**
     * What a run did.
     *
     * @param created partitions created
     * @param partitions old partitions by name: dropped, pending (kept: rows without a final state) or busy (kept: in use)
     * @param keysForgotten identities deleted
     * @param deadLettersForgotten dead letters deleted
     * @param strayRows rows in a default partition; anything but zero is worth an alarm
     */
    public record Tidied(
            int created,
            Map<String, String> partitions,
            long keysForgotten,
            long deadLettersForgotten,
            long strayRows) {
        public Tidied {
            partitions = Map.copyOf(partitions);
        }
    }

    /** Creates partitions ahead, drops old days, forgets old identities and dead letters in bounded batches. */
    public Tidied tidy() {
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        try (Connection connection = dataSource.getConnection()) {
            int created = create(connection, today);
            Map<String, String> partitions = drop(connection, today);
            long keys = prune(connection, "SELECT c4i.prune_inbox_keys(?, ?)", policy.keyHorizon());
            long letters = prune(connection, "SELECT c4i.prune_dead_letters(?, ?)", policy.deadLetterAge());
            return new Tidied(created, partitions, keys, letters, strayRows(connection));
        } catch (SQLException e) {
            throw SqlFaults.translate(e, "maintaining partitions");
        }
    }

    /** @return how many summary rows were added up into one per destination and state */
    public long compact() {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT c4i.compact_ledger()")) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw SqlFaults.translate(e, "compacting the ledger");
        }
    }

    private int create(Connection connection, LocalDate today) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT c4i.create_partitions(?, ?)")) {
            statement.setInt(1, policy.daysAhead());
            statement.setObject(2, today);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    private Map<String, String> drop(Connection connection, LocalDate today) throws SQLException {
        Map<String, String> outcomes = new TreeMap<>();
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT partition_name, outcome FROM c4i.drop_partitions(?, ?)")) {
            statement.setObject(1, today.minusDays(policy.outboxDays()));
            statement.setObject(2, today.minusDays(policy.inboxDays()));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    outcomes.put(row.getString(1), row.getString(2));
                }
            }
        }
        return outcomes;
    }

    private long prune(Connection connection, String sql, Duration age) throws SQLException {
        OffsetDateTime before = clock.instant().minus(age).atOffset(ZoneOffset.UTC);
        long total = 0;
        int gone;
        do {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setObject(1, before);
                statement.setInt(2, DELETION_BATCH);
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    gone = row.getInt(1);
                }
            }
            total += gone;
        } while (gone == DELETION_BATCH);
        return total;
    }

    private static long strayRows(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT c4i.default_partition_rows()")) {
            row.next();
            return row.getLong(1);
        }
    }
}
