package org.c4igateway.lab.chaos;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.lab.chaos.system.ChaosSystem;
import org.c4igateway.lab.chaos.tables.ServerTables;
import org.c4igateway.lab.history.RunHistory.Calm;
import org.c4igateway.lab.testbed.MeshAccount;
import org.c4igateway.lab.testbed.Pause;

/** Waits until rows of all systems have ended. Blocks; one thread at a time. */
final class Settling {
    /** Repetitions, and best-effort rows, may be under way when no row is pending. */
    private static final Duration QUIET = Duration.ofSeconds(3);

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

    private static final String OLDER =
            "select (select count(*) from c4i.delivery_status where sequence <= ? and state = 'pending')"
                    + " + (select count(*) from c4i.publication where sequence <= ?)";
    private static final String NEWEST = "select greatest((select coalesce(max(sequence), 0) from c4i.outbox),"
            + " (select coalesce(max(sequence), 0) from c4i.publication))";
    private static final String ARRIVED = "select count(*) from c4i.inbox";
    private static final long UNKNOWN = -1;

    private final List<ChaosSystem> systems;
    private final boolean tables;
    private final Duration bound;

    /**
     * @param tables whether servers have tables of their own, from and into which rows go
     * @param bound time in which rows have to end
     */
    Settling(List<ChaosSystem> systems, boolean tables, Duration bound) {
        this.systems = List.copyOf(systems);
        this.tables = tables;
        this.bound = bound;
    }

    /**
     * Waits for rows that were submitted before this is called, while others are submitted.
     *
     * @return milliseconds until none of them was pending; {@link Calm#NEVER} if some were at the bound
     */
    long awaitOlder() throws InterruptedException {
        long start = System.nanoTime();
        Map<String, Long> newest = new LinkedHashMap<>();
        while (elapsed(start).compareTo(bound) < 0) {
            boolean ended = true;
            for (ChaosSystem system : systems) {
                ended &= haveEnded(system, newest);
            }
            if (ended) {
                return elapsed(start).toMillis();
            }
            Pause.of(BETWEEN_LOOKS);
        }
        return Calm.NEVER;
    }

    private static boolean haveEnded(ChaosSystem system, Map<String, Long> newest) {
        try (Connection connection = system.database().openOwner()) {
            Long upTo = newest.get(system.name());
            if (upTo == null) { // a server that recovers at first has not taken rows meanwhile
                upTo = number(connection, NEWEST);
                newest.put(system.name(), upTo);
            }
            try (PreparedStatement statement = connection.prepareStatement(OLDER)) {
                statement.setLong(1, upTo);
                statement.setLong(2, upTo);
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    return row.getLong(1) == 0;
                }
            }
        } catch (SQLException e) {
            return false; // a server that has not recovered yet
        }
    }

    /**
     * Waits, when nothing more is submitted, until no row of any system is pending at one look, and nothing arrives
     * any more.
     *
     * @return milliseconds until no row was pending; {@link Calm#NEVER} if some were at the bound
     */
    long awaitAll() throws InterruptedException {
        long start = System.nanoTime();
        Duration empty = bound;
        long arrived = UNKNOWN;
        while (empty.compareTo(bound) < 0 || elapsed(start).compareTo(bound) < 0) {
            Duration now = elapsed(start);
            long before = arrived;
            arrived = arrivedIfNonePending();
            if (arrived == UNKNOWN) {
                empty = bound;
            } else if (arrived != before) {
                empty = now;
            } else if (now.minus(empty).compareTo(QUIET) >= 0) {
                return empty.toMillis();
            }
            Pause.shortly();
        }
        return Calm.NEVER;
    }

    /** How much has arrived at all systems, repetitions included; {@link #UNKNOWN} while any row is pending. */
    private long arrivedIfNonePending() {
        long sum = 0;
        for (ChaosSystem system : systems) {
            try (Connection connection = system.database().openOwner()) {
                if (MeshAccount.pending(connection) > 0 || (tables && ServerTables.pending(connection) > 0)) {
                    return UNKNOWN;
                }
                sum += number(connection, ARRIVED) + MeshAccount.duplicates(connection);
            } catch (SQLException e) {
                return UNKNOWN; // a server that has not recovered yet
            }
        }
        return sum;
    }

    private static Duration elapsed(long startNanos) {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }

    private static long number(Connection connection, String question) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(question)) {
            row.next();
            return row.getLong(1);
        }
    }
}
