package org.c4igateway.lab.chaos;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.c4igateway.lab.chaos.days.Days;
import org.c4igateway.lab.history.AuditResult;
import org.c4igateway.lab.history.HistoryAudit;
import org.c4igateway.lab.history.retention.KeptRows;
import org.c4igateway.lab.history.retention.RetentionHistory;
import org.c4igateway.lab.history.retention.RetentionJudge;
import org.c4igateway.lab.history.retention.RetentionSummary;

/** What retention removes from the databases of a run whose clocks are moved; nothing in other runs. Blocks. */
final class RetentionWatch {
    private final Days days;
    private final List<KeptRows> databases = new ArrayList<>();
    private final Map<String, RetentionSummary> summaries = new TreeMap<>();

    private RetentionWatch(Days days) {
        this.days = days;
    }

    /** Begins to keep what will be removed. */
    static RetentionWatch open(List<ChaosSystem> systems, Days days) throws SQLException {
        RetentionWatch opened = new RetentionWatch(days);
        if (days.areMoved()) {
            for (ChaosSystem system : systems) {
                opened.databases.add(KeptRows.install(system.database(), days.kept()));
            }
        }
        return opened;
    }

    /** Where all rows of the run are found at its end. */
    HistoryAudit.Rows rows() {
        return days.areMoved() ? HistoryAudit.Rows.KEPT : HistoryAudit.Rows.LIVE;
    }

    /** Judges what was removed until now. */
    AuditResult audit() throws SQLException {
        AuditResult all = AuditResult.empty();
        for (KeptRows database : databases) {
            RetentionHistory history = database.history();
            summaries.put(history.system(), history.summary());
            all = all.plus(RetentionJudge.judge(history, days.kept()));
        }
        return all;
    }

    /** The same in figures, by system; after {@link #audit}. */
    Map<String, RetentionSummary> summaries() {
        return new TreeMap<>(summaries);
    }
}
