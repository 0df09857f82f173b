package org.c4igateway.lab.history.retention;

import java.time.LocalDate;
import java.util.List;

/**
 * What retention did in one database.
 *
 * @param first the day on which it began to be watched, by the clock of the database
 * @param today the day on which it is judged
 * @param removals in the order in which they happened
 * @param oldest the oldest day that each table still has; a table with nothing of a day before today is absent
 * @param lacking rows that tables lack although their day was not dropped
 */
public record RetentionHistory(
        String system, LocalDate first, LocalDate today, List<Removal> removals, List<Day> oldest, List<Lack> lacking) {
    /** The outbox, and with it the delivery log. */
    public static final String OUTBOX = "outbox";
    /** The inbox. */
    public static final String INBOX = "inbox";
    /** Identities of received messages. */
    public static final String IDENTITIES = "identities";
    /** Parked messages. */
    public static final String DEAD_LETTERS = "dead letters";

    public RetentionHistory {
        removals = List.copyOf(removals);
        oldest = List.copyOf(oldest);
        lacking = List.copyOf(lacking);
    }

    /**
     * Something was removed.
     *
     * @param table from which
     * @param on the day on which that was done
     * @param newest the day of the newest of it
     * @param rows how many there were
     * @param pending how many of them had no final state yet, counted once a destination
     */
    public record Removal(String table, LocalDate on, LocalDate newest, long rows, long pending) {}

    /** A day of a table. */
    public record Day(String table, LocalDate day) {}

    /** So many rows of a table are not there. */
    public record Lack(String table, long rows) {}

    /** In figures. */
    public RetentionSummary summary() {
        return new RetentionSummary(
                today.toEpochDay() - first.toEpochDay(),
                removals.stream()
                        .filter(removal -> removal.table().equals(OUTBOX))
                        .count(),
                rows(OUTBOX),
                removals.stream()
                        .filter(removal -> removal.table().equals(INBOX))
                        .count(),
                rows(INBOX),
                rows(IDENTITIES),
                rows(DEAD_LETTERS));
    }

    private long rows(String table) {
        return removals.stream()
                .filter(removal -> removal.table().equals(table))
                .mapToLong(Removal::rows)
                .sum();
    }
}
