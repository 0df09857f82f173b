package org.c4igateway.lab.history;

import java.util.Set;
import java.util.TreeSet;
import org.c4igateway.dbbridge.ledger.LedgerLine;
import org.c4igateway.lab.history.Violation.Kind;

/** Judges the ledgers of one system. */
final class LedgerJudge {
    private LedgerJudge() {}

    /** A pure function of its argument. */
    static AuditResult judge(LedgerHistory history) {
        Violations violations = new Violations(history.system());
        for (LedgerLine line : history.lines()) {
            if (!line.balanced()) {
                violations.add(Kind.LEDGER, "does not balance: " + line);
            }
        }
        if (!history.lines().equals(history.recounted())) {
            violations.add(
                    Kind.LEDGER, "the outbox ledger says " + history.lines() + ", its rows " + history.recounted());
        }
        Set<String> origins = new TreeSet<>(history.received().keySet());
        origins.addAll(history.rows().keySet());
        for (String origin : origins) {
            long received = history.received().getOrDefault(origin, 0L);
            long rows = history.rows().getOrDefault(origin, 0L);
            if (received != rows) {
                violations.add(
                        Kind.LEDGER,
                        "the inbox ledger says " + received + " received from " + origin + ", its rows " + rows);
            }
        }
        return AuditResult.of(violations);
    }
}
