package org.c4igateway.lab.history.retention;

import org.c4igateway.lab.history.AuditResult;
import org.c4igateway.lab.history.Violation.Kind;
import org.c4igateway.lab.history.Violations;
import org.c4igateway.lab.history.retention.RetentionHistory.Day;
import org.c4igateway.lab.history.retention.RetentionHistory.Lack;
import org.c4igateway.lab.history.retention.RetentionHistory.Removal;

/** Judges what retention removed, and what it did not. */
public final class RetentionJudge {
    private RetentionJudge() {}

    /** A pure function of its arguments. */
    public static AuditResult judge(RetentionHistory history, KeptDays kept) {
        Violations violations = new Violations(history.system());
        for (Removal removal : history.removals()) {
            judge(removal, kept.of(removal.table()), violations);
        }
        for (Lack lack : history.lacking()) {
            violations.add(
                    Kind.REMOVED_EARLY, lack.rows() + " rows of " + lack.table() + " are gone, and their day is not");
        }
        for (Day day : history.oldest()) {
            int days = kept.of(day.table());
            if (day.day().plusDays(1L + days + kept.late()).isBefore(history.today())) {
                violations.add(
                        Kind.KEPT_LATE,
                        "on " + history.today() + " " + day.table() + " of " + day.day() + " are there; kept are "
                                + days + " days, and " + kept.late() + " until the last are removed");
            }
        }
        return AuditResult.of(violations);
    }

    private static void judge(Removal removal, int days, Violations violations) {
        String what = removal.table() + " of " + removal.newest() + " were removed on " + removal.on();
        if (!removal.newest().isBefore(removal.on().minusDays(days))) {
            violations.add(Kind.REMOVED_EARLY, what + "; kept are " + days + " days");
        }
        if (removal.pending() > 0) {
            violations.add(Kind.REMOVED_EARLY, what + ", " + removal.pending() + " of them without a final state");
        }
    }
}
