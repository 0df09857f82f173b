package org.c4igateway.lab.history;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.c4igateway.lab.history.Violation.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Judges what became of one system's rows for another. Merges two sequences that ascend by number, so that memory does
 * not grow with the history: one entry per topic and precedence, and one per subject. Belongs to one thread.
 */
public final class PairJudge {
    /** With these a row is not in the inbox. */
    private static final Set<String> NOT_ARRIVED = Set.of("rejected", "expired");

    private final PairHistory history;
    private final Expectation expectation;
    private final Violations violations;
    private final Iterator<AcceptedRow> accepted;
    private final Iterator<ArrivedRow> arrived;
    private final Map<String, ArrivedRow> lastOfStream = new HashMap<>();
    /** The newest row of each subject if it is superseded, so that a newer one has to come. */
    private final Map<String, AcceptedRow> replaced = new LinkedHashMap<>();

    private final Histogram latency = AuditResult.newHistogram();
    private final Histogram undisturbed = AuditResult.newHistogram();
    private @Nullable ArrivedRow next;
    private long reliable;
    private long delivered;
    private long bestEffort;
    private long bestEffortArrived;

    private PairJudge(PairHistory history, Expectation expectation) {
        this.history = history;
        this.expectation = expectation;
        this.violations = new Violations(history.place());
        this.accepted = history.accepted().iterator();
        this.arrived = history.arrived().iterator();
    }

    /** A pure function of its arguments; consumes the history. */
    public static AuditResult judge(PairHistory history, Expectation expectation) {
        return new PairJudge(history, expectation).run();
    }

    private AuditResult run() {
        advance();
        long before = Long.MIN_VALUE;
        while (accepted.hasNext()) {
            AcceptedRow row = accepted.next();
            if (row.sequence() == before) {
                violations.add(Kind.AMBIGUOUS, row.sequence() + " has two rows in the outbox, or two final states");
                continue;
            }
            before = row.sequence();
            skipUnknownBefore(row.sequence());
            judge(row);
        }
        skipUnknownBefore(Long.MAX_VALUE);
        replaced.values().forEach(this::replacedByNone);
        return new AuditResult(
                new AuditResult.Counts(reliable, delivered, bestEffort, bestEffortArrived),
                violations.counts(),
                violations.kept(),
                latency,
                undisturbed);
    }

    private void advance() {
        next = arrived.hasNext() ? arrived.next() : null;
    }

    private void skipUnknownBefore(long sequence) {
        while (next != null && next.sequence() < sequence) {
            violations.add(Kind.UNKNOWN, next.sequence() + " arrived and was never submitted: " + next.carried());
            advance();
        }
    }

    private void replacedByNone(AcceptedRow row) {
        violations.add(
                Kind.WRONG_STATE,
                row.sequence() + " of topic " + row.topicId()
                        + " is superseded, and no newer row is about its subject '" + row.subject() + "'");
    }

    private void judgeReplacement(AcceptedRow row) {
        boolean superseded = isSurelyUnsent(row) && !row.reliable();
        if (row.subject().isEmpty()) {
            if (superseded) {
                replacedByNone(row);
            }
        } else if (superseded) {
            replaced.put(row.about(), row);
        } else {
            replaced.remove(row.about());
        }
    }

    private void judge(AcceptedRow row) {
        judgeReplacement(row);
        int copies = 0;
        while (next != null && next.sequence() == row.sequence()) {
            copies++;
            if (copies == 1) {
                first(row, next);
            } else {
                violations.add(
                        Kind.DOUBLED, row.sequence() + " is in the inbox again, with received_id " + next.receivedId());
            }
            advance();
        }
        judgeState(row, copies);
        if (!row.reliable()) {
            bestEffort++;
            bestEffortArrived += Math.min(1, copies);
        } else if (expectation.states(history, row).contains(AcceptedRow.DELIVERED)) {
            reliable++;
            delivered += copies == 1 ? 1 : 0;
        }
    }

    private void first(AcceptedRow row, ArrivedRow copy) {
        if (!row.carried().equals(copy.carried())) {
            violations.add(Kind.ALTERED, row.sequence() + ": " + row.carried() + " became " + copy.carried());
        }
        if (expectation.isOrdered(history, row)) {
            ArrivedRow before = lastOfStream.put(row.stream(), copy);
            if (before != null && before.receivedId() > copy.receivedId()) {
                violations.add(
                        Kind.OUT_OF_ORDER,
                        row.sequence() + " of " + row.stream() + " arrived before " + before.sequence()
                                + ": received_id " + copy.receivedId() + " and " + before.receivedId());
            }
        }
        if (row.reliable()) {
            long micros = Math.clamp(copy.latencyMicros(), 0, latency.getHighestTrackableValue());
            latency.recordValue(micros);
            if (copy.early()) {
                undisturbed.recordValue(micros);
            }
        }
    }

    private void judgeState(AcceptedRow row, int copies) {
        Set<String> wanted = expectation.states(history, row);
        String found = row.sequence() + " of topic " + row.topicId() + " is " + row.state()
                + (row.reason().isEmpty() ? "" : " (" + row.reason() + ")");
        if (!wanted.contains(row.state())) {
            boolean pending = row.state().equals(AcceptedRow.PENDING);
            violations.add(
                    pending ? Kind.UNSETTLED : Kind.WRONG_STATE,
                    found + ", expected "
                            + String.join(" or ", wanted.stream().sorted().toList()) + "; "
                            + (copies == 0 ? "not in the inbox" : "in the inbox"));
        }
        if (copies == 0 && row.state().equals(AcceptedRow.DELIVERED)) {
            violations.add(Kind.LOST, found + " and not in the inbox");
        }
        if (copies > 0 && (NOT_ARRIVED.contains(row.state()) || isSurelyUnsent(row))) {
            violations.add(Kind.UNDUE, found + " and in the inbox");
        }
    }

    /**
     * A superseded row has a detail if an earlier process of the node may have sent it. In a table of a server one
     * state stands for all destinations, and the detail names those that have it.
     */
    private static boolean isSurelyUnsent(AcceptedRow row) {
        return row.state().equals(AcceptedRow.SUPERSEDED) && row.reason().isEmpty();
    }
}
