package org.c4igateway.lab.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.lab.chaos.fault.Nemesis;
import org.c4igateway.lab.chaos.growth.GrowthVerdict;
import org.c4igateway.lab.chaos.plan.ChaosPlan;
import org.c4igateway.lab.chaos.schedule.FaultKind;
import org.c4igateway.lab.history.AuditResult;
import org.c4igateway.lab.history.RunHistory.Use;
import org.c4igateway.lab.history.Violation;
import org.c4igateway.lab.history.retention.RetentionSummary;
import org.c4igateway.lab.stats.Trend;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What came of a run, as its file {@code report.json} says.
 *
 * @param seed of the run
 * @param commit that ran
 * @param plan of the run
 * @param faults by kind
 * @param rows what was submitted and what became of it
 * @param recoveredMillis from the end of the last fault until no row submitted before was pending; -1 for never
 * @param settledMillis from the last submit until no row of any system was pending; -1 for never
 * @param systems by name, and the external brokers of a run that has them
 * @param retention what was removed from the database of each system; empty with real days
 * @param growth of what must not grow, known or not, after a run long enough to say
 * @param violations how many of each kind
 * @param first the first violations of each kind and place
 */
public record ChaosReport(
        long seed,
        String commit,
        ChaosPlan plan,
        Map<FaultKind, Count> faults,
        Rows rows,
        long recoveredMillis,
        long settledMillis,
        Map<String, SystemReport> systems,
        Map<String, RetentionSummary> retention,
        List<GrowthVerdict> growth,
        Map<Violation.Kind, Long> violations,
        List<Violation> first) {
    /** What a fault has broken may end a process a little later. */
    private static final int MOST_ENDS_IN_PEACE = 1;

    /** Best-effort rows of which some arrive in any run. */
    private static final int MANY = 100;

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    public ChaosReport {
        faults = new EnumMap<>(faults);
        systems = new LinkedHashMap<>(systems);
        retention = new LinkedHashMap<>(retention);
        growth = List.copyOf(growth);
        violations = Map.copyOf(violations);
        first = List.copyOf(first);
    }

    /**
     * Faults of one kind.
     *
     * @param done carried out as planned
     * @param hindered begun and hindered by another fault
     * @param seconds how long they lasted together
     */
    public record Count(int done, int hindered, double seconds) {
        Count plus(Count other) {
            return new Count(done + other.done, hindered + other.hindered, seconds + other.seconds);
        }
    }

    /**
     * Rows of all systems.
     *
     * @param acknowledged submits whose commit was answered
     * @param triedAgain submits that failed because the database was away, and were tried again
     * @param reliable rows of reliable topics, counted once a destination
     * @param delivered of those, in the inbox exactly once
     * @param bestEffort rows of best-effort topics, counted once a destination
     * @param bestEffortArrived of those, in the inbox
     * @param suppressed duplicates that inboxes recognised
     */
    public record Rows(
            long acknowledged,
            long triedAgain,
            long reliable,
            long delivered,
            long bestEffort,
            long bestEffortArrived,
            long suppressed) {}

    /**
     * One system.
     *
     * @param acknowledged submits whose commit was answered; null where nothing is submitted, as at brokers
     * @param endedItself how often its node or gateway ended that no fault had ended
     * @param endedInPeace of those, after the last fault
     * @param uses what its node and gateway hold at rest
     */
    public record SystemReport(@Nullable Long acknowledged, int endedItself, int endedInPeace, List<Use> uses) {
        static SystemReport ofBrokers(int endedItself) {
            return new SystemReport(null, endedItself, 0, List.of());
        }

        public SystemReport {
            uses = List.copyOf(uses);
        }
    }

    static Map<FaultKind, Count> count(List<Nemesis.Done> done) {
        Map<FaultKind, Count> counts = new EnumMap<>(FaultKind.class);
        for (Nemesis.Done each : done) {
            boolean hindered = !each.trouble().isEmpty();
            counts.merge(
                    each.fault().kind(),
                    new Count(hindered ? 0 : 1, hindered ? 1 : 0, each.fault().lengthMillis() / 1e3),
                    Count::plus);
        }
        return counts;
    }

    static Rows rows(List<ChaosLoad> loads, AuditResult result, long suppressed) {
        return new Rows(
                loads.stream().mapToLong(load -> load.acknowledged().size()).sum(),
                loads.stream().mapToLong(ChaosLoad::refused).sum(),
                result.counts().reliable(),
                result.counts().delivered(),
                result.counts().bestEffort(),
                result.counts().bestEffortArrived(),
                suppressed);
    }

    /** Whether no history has anything that must not be, and the run could have found it. */
    public boolean clean() {
        return violations.isEmpty() && shortcomings().isEmpty();
    }

    /** Whether this run found a violation of a kind that another one found; or both have none and are not clean. */
    public boolean repeats(ChaosReport other) {
        return other.violations.isEmpty()
                ? violations.isEmpty() && !clean()
                : !Collections.disjoint(violations.keySet(), other.violations.keySet());
    }

    /** Why a run without violations proves nothing, or a process that does not stay up; empty for a run as planned. */
    public List<String> shortcomings() {
        List<String> found = new ArrayList<>();
        systems.forEach((name, system) -> {
            Long acknowledged = system.acknowledged();
            if (acknowledged != null && acknowledged == 0) {
                found.add(name + ": no row was submitted");
            }
            if (system.endedInPeace() > MOST_ENDS_IN_PEACE) {
                found.add(
                        name + ": its node or gateway ended " + system.endedInPeace() + " times after the last fault");
            }
        });
        if (!plan.faults().isEmpty() && faults.values().stream().allMatch(count -> count.done() == 0)) {
            found.add("each fault was hindered");
        }
        if (rows.bestEffort() >= MANY && rows.bestEffortArrived() == 0) {
            found.add("none of " + rows.bestEffort() + " best-effort rows arrived");
        }
        growth.stream().filter(GrowthVerdict::unseen).forEach(verdict -> found.add("not measured: " + verdict));
        return found;
    }

    /** Whether something grew by more than is allowed, with the whole interval. */
    public boolean grows() {
        return growth.stream().anyMatch(verdict -> verdict.judgement() == Trend.Judgement.ABOVE);
    }

    /** How many series had too few looks: whether these grow is not known. */
    public long unknownGrowth() {
        return growth.stream()
                .filter(verdict -> verdict.judgement() == Trend.Judgement.UNKNOWN)
                .count();
    }

    /** Violations, one a line. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        first.forEach(violation -> lines.add(violation.toString()));
        return lines;
    }

    /** Keeps it. */
    void write(Path file) throws IOException {
        Files.writeString(file, JSON.writeValueAsString(this) + "\n");
    }
}
