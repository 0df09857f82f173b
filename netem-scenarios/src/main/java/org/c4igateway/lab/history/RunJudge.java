package org.c4igateway.lab.history;

import java.util.Iterator;
import org.c4igateway.lab.history.RunHistory.Calm;
import org.c4igateway.lab.history.RunHistory.Submit;
import org.c4igateway.lab.history.RunHistory.Use;
import org.c4igateway.lab.history.Violation.Kind;
import org.jspecify.annotations.Nullable;

/** Judges submits, rest and use of one system. Memory does not grow with the history. */
public final class RunJudge {
    private RunJudge() {}

    /** A pure function of its argument; consumes the history. */
    static AuditResult judge(RunHistory history) {
        Violations violations = new Violations(history.system());
        judgeSubmits(history.acknowledged(), history.stored(), violations);
        judgeCalm(history.calm(), violations);
        for (Use use : history.uses()) {
            if (use.value() > use.limit()) {
                violations.add(Kind.UNBOUNDED, use.value() + " " + use.name() + ", at most " + use.limit());
            }
        }
        return AuditResult.of(violations);
    }

    /**
     * Judges submits alone. A pure function of its arguments.
     *
     * @param acknowledged whose commit was answered, ascending by number
     * @param stored what is there, ascending by number; iterated once
     */
    public static AuditResult judge(String place, Iterable<Submit> acknowledged, Iterable<Submit> stored) {
        Violations violations = new Violations(place);
        judgeSubmits(acknowledged, stored, violations);
        return AuditResult.of(violations);
    }

    /** Rows that nobody was told of are right: the answer to a commit may have been lost. */
    private static void judgeSubmits(Iterable<Submit> acknowledged, Iterable<Submit> stored, Violations violations) {
        Iterator<Submit> rows = stored.iterator();
        Submit row = next(rows);
        for (Submit submit : acknowledged) {
            while (row != null && row.sequence() < submit.sequence()) {
                row = next(rows);
            }
            if (row == null || row.sequence() != submit.sequence()) {
                violations.add(Kind.FORGOTTEN, submit.sequence() + " was committed and is not there");
            } else if (!row.content().equals(submit.content())) {
                violations.add(
                        Kind.FORGOTTEN,
                        submit.sequence() + " was committed as " + submit.content() + " and is " + row.content());
            }
        }
    }

    private static void judgeCalm(Calm calm, Violations violations) {
        if (calm.emptyMillis() == Calm.NEVER) {
            violations.add(Kind.LATE, "rows are pending " + calm.boundMillis() + " ms after the last fault");
        } else if (calm.emptyMillis() > calm.boundMillis()) {
            violations.add(
                    Kind.LATE,
                    "no row was pending only " + calm.emptyMillis() + " ms after the last fault, at most "
                            + calm.boundMillis());
        }
    }

    private static @Nullable Submit next(Iterator<Submit> rows) {
        return rows.hasNext() ? rows.next() : null;
    }
}
