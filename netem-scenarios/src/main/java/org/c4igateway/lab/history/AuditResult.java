package org.c4igateway.lab.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.c4igateway.lab.history.Violation.Kind;

/**
 * What an audit found.
 *
 * @param counts of messages
 * @param kinds how many violations there are of each kind; those without any are absent
 * @param violations the first of each kind and place
 * @param latency microseconds from outbox row to inbox row, reliable topics
 * @param undisturbed the same for what arrived before the disturbance
 */
public record AuditResult(
        Counts counts, Map<Kind, Long> kinds, List<Violation> violations, Histogram latency, Histogram undisturbed) {
    private static final long MICROSECONDS_MAX = 3_600_000_000L;
    private static final int DIGITS = 3;

    public AuditResult {
        kinds = Map.copyOf(kinds);
        violations = List.copyOf(violations);
    }

    /**
     * Messages, per destination.
     *
     * @param reliable of reliable topics, expected to be delivered
     * @param delivered of those, in the inbox exactly once
     * @param bestEffort of best-effort topics
     * @param bestEffortArrived of those, in the inbox
     */
    public record Counts(long reliable, long delivered, long bestEffort, long bestEffortArrived) {
        static final Counts NONE = new Counts(0, 0, 0, 0);

        Counts plus(Counts other) {
            return new Counts(
                    reliable + other.reliable,
                    delivered + other.delivered,
                    bestEffort + other.bestEffort,
                    bestEffortArrived + other.bestEffortArrived);
        }
    }

    /** Nothing was looked at. */
    public static AuditResult empty() {
        return new AuditResult(Counts.NONE, Map.of(), List.of(), newHistogram(), newHistogram());
    }

    /** These alone. */
    public static AuditResult of(Violations violations) {
        return new AuditResult(Counts.NONE, violations.counts(), violations.kept(), newHistogram(), newHistogram());
    }

    static Histogram newHistogram() {
        return new Histogram(MICROSECONDS_MAX, DIGITS);
    }

    /** The violations without counts and times. */
    public AuditResult violationsOnly() {
        return new AuditResult(Counts.NONE, kinds, violations, newHistogram(), newHistogram());
    }

    /** Both together. */
    public AuditResult plus(AuditResult other) {
        Map<Kind, Long> allKinds = new EnumMap<>(Kind.class);
        kinds.forEach((kind, count) -> allKinds.merge(kind, count, Long::sum));
        other.kinds.forEach((kind, count) -> allKinds.merge(kind, count, Long::sum));
        List<Violation> all = new ArrayList<>(violations);
        all.addAll(other.violations);
        return new AuditResult(
                counts.plus(other.counts),
                allKinds,
                all,
                sum(latency, other.latency),
                sum(undisturbed, other.undisturbed));
    }

    private static Histogram sum(Histogram one, Histogram other) {
        Histogram sum = one.copy();
        sum.add(other);
        return sum;
    }

    /** How many violations there are of these kinds together. */
    public long count(Kind... of) {
        return Arrays.stream(of).mapToLong(kind -> kinds.getOrDefault(kind, 0L)).sum();
    }

    /** Whether nothing is there that must not be. */
    public boolean clean() {
        return kinds.isEmpty();
    }

    /** How many of each kind, and the first of them, one a line; empty when clean. */
    public String report() {
        List<String> lines = new ArrayList<>();
        if (!clean()) {
            lines.add("violations: " + new EnumMap<>(kinds));
            violations.forEach(violation -> lines.add(violation.toString()));
        }
        return String.join("\n", lines);
    }
}
