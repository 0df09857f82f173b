package org.c4igateway.lab.history;

import java.util.Iterator;
import org.c4igateway.lab.history.ReadingHistory.Row;
import org.c4igateway.lab.history.Violation.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Judges what a server saw that read its inbox on by {@code received_id} while rows came: each row once, numbers
 * growing, none skipped. Memory does not grow with the history. Belongs to one thread.
 */
final class ReadingJudge {
    private final Violations violations;
    private final Iterator<Row> read;
    private final Iterator<Row> stored;
    private @Nullable Row seen;
    private @Nullable Row kept;

    private ReadingJudge(ReadingHistory history) {
        this.violations = new Violations(history.system());
        this.read = history.read().iterator();
        this.stored = history.stored().iterator();
    }

    /** A pure function of its argument; consumes the history. */
    static AuditResult judge(ReadingHistory history) {
        ReadingJudge judge = new ReadingJudge(history);
        judge.advanceSeen();
        judge.advanceKept();
        while (judge.seen != null || judge.kept != null) {
            judge.step(judge.seen, judge.kept);
        }
        return AuditResult.of(judge.violations);
    }

    private void step(@Nullable Row saw, @Nullable Row has) {
        if (saw == null || (has != null && has.receivedId() < saw.receivedId())) {
            if (has != null) {
                violations.add(
                        Kind.SKIPPED,
                        has.identity() + " is in the inbox with received_id " + has.receivedId()
                                + " and was never seen");
            }
            advanceKept();
        } else if (has == null || saw.receivedId() < has.receivedId()) {
            violations.add(
                    Kind.VANISHED,
                    saw.identity() + " was read with received_id " + saw.receivedId() + " and is not in the inbox");
            advanceSeen();
        } else {
            if (!saw.equals(has)) {
                violations.add(
                        Kind.REUSED_ID,
                        "received_id " + saw.receivedId() + " was read as " + saw.identity() + " and is now "
                                + has.identity());
            }
            advanceSeen();
            advanceKept();
        }
    }

    /** What does not grow is a violation of its own and takes no part in the comparison. */
    private void advanceSeen() {
        Row before = seen;
        seen = read.hasNext() ? read.next() : null;
        while (before != null && seen != null && seen.receivedId() <= before.receivedId()) {
            violations.add(
                    Kind.READ_BACKWARDS,
                    seen.identity() + " was read with received_id " + seen.receivedId() + " after "
                            + before.receivedId());
            seen = read.hasNext() ? read.next() : null;
        }
    }

    private void advanceKept() {
        Row before = kept;
        kept = stored.hasNext() ? stored.next() : null;
        while (before != null && kept != null && kept.receivedId() == before.receivedId()) {
            violations.add(
                    Kind.REUSED_ID,
                    "received_id " + kept.receivedId() + " is given to " + before.identity() + " and to "
                            + kept.identity());
            kept = stored.hasNext() ? stored.next() : null;
        }
    }
}
