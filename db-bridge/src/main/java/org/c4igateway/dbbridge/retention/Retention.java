package org.c4igateway.dbbridge.retention;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.c4igateway.core.store.Inbox;
import org.c4igateway.dbbridge.jdbc.SqlCall;
import org.c4igateway.dbbridge.jdbc.SqlFaults;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Maintains the partitions of an interface database: creates those of coming days and drops old days as a whole. Meant
 * for the active node. Days are those of the database's clock; while this node's clock disagrees with it, nothing is
 * deleted, since it is unknown which of the two is right. Each day is a transaction of its own, and none waits long for
 * a lock: what is in use stays, and is there for the next run. Counting an old day may take minutes, so {@link #tidy}
 * wants a connection without a time limit. Blocks on the database. One thread at a time.
 */
public final class Retention {
    private static final Logger LOG = LoggerFactory.getLogger(Retention.class);

    /** Most rows deleted in one transaction. */
    private static final int DELETION_BATCH = 10_000;

    private static final String FAILED = "failed";

    private final DataSource dataSource;
    private final RetentionPolicy policy;
    private final InstantSource time;
    private LockPatience patience = LockPatience.FIRST;
    private boolean floorTold;

    /**
     * @param dataSource connections; stays the caller's
     * @param time this node's clock, compared with the database's
     */
    public Retention(DataSource dataSource, RetentionPolicy policy, InstantSource time) {
        this.dataSource = Objects.requireNonNull(dataSource);
        this.policy = Objects.requireNonNull(policy);
        this.time = Objects.requireNonNull(time);
    }

    /**
     * What a run did.
     *
     * @param created partitions created
     * @param partitions other partitions by name: dropped, pending (kept: rows without a final state), recent (kept: of
     *     the outbox, with young final states), misdated (kept: of the inbox, written while the clock was behind), busy
     *     (kept: in use), failed (kept: a fault) or missing (not created: the default partition is in use, or a fault)
     * @param keysForgotten identities deleted, of messages and of rows of tables elsewhere
     * @param deadLettersForgotten dead letters deleted
     * @param after the state that the run left behind
     */
    public record Tidied(
            int created,
            Map<String, String> partitions,
            long keysForgotten,
            long deadLettersForgotten,
            MaintenanceState after) {
        public Tidied {
            partitions = Map.copyOf(partitions);
        }

        /** @return whether nothing is left that another try soon could do */
        public boolean complete() {
            return !partitions.containsValue("missing") && after.strayRows() == 0 && !after.clocksDisagree();
        }
    }

    /**
     * Creates partitions ahead, drops old days, forgets old identities and dead letters in bounded batches. Each step
     * runs whatever became of the others: a full disk lets no partition be made, and needs old days to be dropped.
     *
     * @throws org.c4igateway.core.fault.GatewayException the first fault, after all steps
     */
    public Tidied tidy() {
        return SqlCall.ask(dataSource, "maintaining partitions", connection -> {
            TidyingSteps steps = new TidyingSteps();
            steps.attempt(() -> tellOfTheFloor(connection));
            Map<String, String> partitions = new TreeMap<>();
            boolean clocksAgree = !MaintenanceState.read(connection, time).clocksDisagree();
            int created = steps.attempt(0, () -> create(connection, partitions, steps));
            steps.attempt(() -> closeDays(connection));
            long keys = 0;
            long letters = 0;
            if (clocksAgree) {
                steps.attempt(() -> drop(connection, partitions, steps));
                keys = prune(steps, connection, "SELECT c4i.prune_inbox_keys(?, ?)", policy.identityDays());
                keys += prune(steps, connection, "SELECT c4i.prune_table_keys(?, ?)", policy.identityDays());
                prune(steps, connection, "SELECT c4i.prune_expiry_questions(?)");
                prune(
                        steps,
                        connection,
                        "SELECT c4i.prune_expiry_answers(?, ?, ?)",
                        policy.identityDays(),
                        Inbox.MAX_FOUND_EXPIRED);
                letters = prune(steps, connection, "SELECT c4i.prune_dead_letters(?, ?)", policy.deadLetterDays());
            }
            if (!steps.wentThrough()) {
                LOG.info("Tidied in part: {} partitions created, {}", created, partitions);
            }
            steps.end();
            MaintenanceState after = MaintenanceState.read(connection, time);
            patience = patience.after(after);
            return new Tidied(created, partitions, keys, letters, after);
        });
    }

    /** Says once that the owner of the database keeps more than the configuration asks for. */
    private void tellOfTheFloor(Connection connection) throws SQLException {
        if (floorTold) {
            return;
        }
        String sql = "SELECT greatest(outbox_days, ?), greatest(inbox_days, ?), greatest(identity_days, ?),"
                + " greatest(dead_letter_days, ?) FROM c4i.retention_floor";
        int[] wanted = {policy.outboxDays(), policy.inboxDays(), policy.identityDays(), policy.deadLetterDays()};
        int[] kept = new int[wanted.length];
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < wanted.length; i++) {
                statement.setInt(i + 1, wanted[i]);
            }
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                for (int i = 0; i < kept.length; i++) {
                    kept[i] = row.getInt(i + 1);
                }
            }
        }
        if (!Arrays.equals(kept, wanted)) {
            LOG.warn(
                    "c4i.retention_floor keeps more than c4i.retention asks for: days of outbox {}, inbox {}, identities {},"
                            + " dead letters {}",
                    kept[0],
                    kept[1],
                    kept[2],
                    kept[3]);
        }
        floorTold = true;
    }

    /** A table that is in use is left alone for the rest of the run, so that readers wait behind one lock at most. */
    private int create(Connection connection, Map<String, String> outcomes, TidyingSteps steps) throws SQLException {
        int created = 0;
        Set<String> busy = new HashSet<>();
        for (Day due : days(connection, "SELECT parent, day FROM c4i.missing_partitions(?)", policy.daysAhead())) {
            if (busy.contains(due.parent())) {
                continue;
            }
            String sql = "SELECT c4i.create_partition(?, ?, ?)";
            String outcome = attempt(
                    steps,
                    busy,
                    due,
                    () -> execute(connection, sql, due, patience.value().toMillis()));
            switch (outcome) {
                case "created" -> created++;
                case "busy", FAILED -> outcomes.put(due.partition(), "missing");
                default -> {
                    // The partition is there.
                }
            }
        }
        return created;
    }

    /** Reads of the outbox look at open days only. A day that is in use stays as it is until the next run. */
    private static void closeDays(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT c4i.close_days()")) {
            row.next();
            if (row.getInt(1) > 0) {
                LOG.debug("{} days of the outbox are in use and stay open or closed", row.getInt(1));
            }
        }
    }

    private void drop(Connection connection, Map<String, String> outcomes, TidyingSteps steps) throws SQLException {
        String sql = "SELECT parent, day FROM c4i.old_days(?, ?)";
        Set<String> busy = new HashSet<>();
        for (Day old : days(connection, sql, policy.outboxDays(), policy.inboxDays())) {
            outcomes.put(
                    old.partition(),
                    busy.contains(old.parent())
                            ? "busy"
                            : attempt(
                                    steps,
                                    busy,
                                    old,
                                    () -> execute(connection, "SELECT c4i.drop_day(?, ?, ?)", old, keep(old))));
        }
    }

    private int keep(Day day) {
        return day.parent().equals("inbox") ? policy.inboxDays() : policy.outboxDays();
    }

    /**
     * Works on one day.
     *
     * @param busy gets its table when the others of that table would have to wait for as long
     * @return the outcome; {@link #FAILED} after a fault, which is kept for the end
     */
    private static String attempt(TidyingSteps steps, Set<String> busy, Day day, TidyingSteps.Step<String> step) {
        String outcome;
        try {
            outcome = step.run();
        } catch (SQLException e) {
            steps.keep(e);
            outcome = SqlFaults.isWait(e) ? "busy" : FAILED;
        }
        if (outcome.equals("busy")) {
            busy.add(day.parent());
        }
        return outcome;
    }

    private static long prune(TidyingSteps steps, Connection connection, String sql, int... keep) {
        return steps.attempt(0L, () -> prune(connection, sql, keep));
    }

    private static long prune(Connection connection, String sql, int... keep) throws SQLException {
        long total = 0;
        int gone;
        do {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                for (int i = 0; i < keep.length; i++) {
                    statement.setInt(i + 1, keep[i]);
                }
                statement.setInt(keep.length + 1, DELETION_BATCH);
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    gone = row.getInt(1);
                }
            }
            total += gone;
        } while (gone == DELETION_BATCH);
        return total;
    }

    private static List<Day> days(Connection connection, String sql, int... arguments) throws SQLException {
        List<Day> days = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < arguments.length; i++) {
                statement.setInt(i + 1, arguments[i]);
            }
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    days.add(new Day(row.getString(1), row.getObject(2, LocalDate.class)));
                }
            }
        }
        return days;
    }

    private static String execute(Connection connection, String sql, Day day, long... arguments) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, day.parent());
            statement.setObject(2, day.day());
            for (int i = 0; i < arguments.length; i++) {
                statement.setInt(i + 3, Math.toIntExact(arguments[i]));
            }
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getString(1);
            }
        }
    }
}
