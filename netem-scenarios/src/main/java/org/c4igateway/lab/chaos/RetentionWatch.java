package org.c4igateway.lab.chaos;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.c4igateway.lab.chaos.days.Days;
import org.c4igateway.lab.chaos.system.ChaosSystem;
import org.c4igateway.lab.history.AuditResult;
import org.c4igateway.lab.history.HistoryAudit;
import org.c4igateway.lab.history.retention.KeptDays;
import org.c4igateway.lab.history.retention.KeptRows;
import org.c4igateway.lab.history.retention.RetentionHistory;
import org.c4igateway.lab.history.retention.RetentionJudge;
import org.c4igateway.lab.history.retention.RetentionSummary;
import org.c4igateway.lab.testbed.Pause;

/** What retention removes from the databases of a run whose clocks are moved; nothing in other runs. Blocks. */
final class RetentionWatch {
    private final Days days;
    private final List<KeptRows> databases;
    private final Map<String, RetentionSummary> summaries = new TreeMap<>();

    RetentionWatch(List<ChaosSystem> systems, Days days) {
        this.databases =
                systems.stream().flatMap(system -> system.kept().stream()).toList();
        this.days = days;
    }

    /** Where all rows of the run are found at its end. */
    HistoryAudit.Rows rows() {
        return days.areMoved() ? HistoryAudit.Rows.KEPT : HistoryAudit.Rows.LIVE;
    }

    /**
     * Waits until outbox and inbox have nothing more of today and earlier, while days pass, or until that is late. So
     * what a run removes does not depend on how soon a busy machine gets to it.
     */
    void awaitRemoval() throws SQLException, InterruptedException {
        KeptDays kept = days.kept();
        long most = 2L + Math.max(kept.outbox(), kept.inbox()) + kept.late();
        long bound = Duration.ofSeconds(days.seconds()).multipliedBy(most).toNanos();
        long start = System.nanoTime();
        for (KeptRows database : databases) {
            LocalDate last = database.today();
            while (database.holds(last) && System.nanoTime() - start < bound) {
                Pause.shortly();
            }
        }
    }

    /**
     * Judges what was removed until now.
     *
     * @param turned days by which the clocks were moved
     * @throws IOException when a database did not follow, so that nothing is shown; the last day may not have come yet
     */
    AuditResult audit(int turned) throws IOException, SQLException {
        AuditResult all = AuditResult.empty();
        for (KeptRows database : databases) {
            RetentionHistory history = database.history();
            RetentionSummary summary = history.summary();
            if (summary.daysPassed() < turned - 1) {
                throw new IOException("the clock of the database of " + history.system() + " was moved " + turned
                        + " days ahead and went by " + summary.daysPassed());
            }
            summaries.put(history.system(), summary);
            all = all.plus(RetentionJudge.judge(history, days.kept()));
        }
        return all;
    }

    /** The same in figures, by system; after {@link #audit}. */
    Map<String, RetentionSummary> summaries() {
        return new TreeMap<>(summaries);
    }
}
