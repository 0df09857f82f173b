package org.c4igateway.lab.run.measure;

import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.c4igateway.lab.history.AuditResult;
import org.c4igateway.lab.history.Expectation;
import org.c4igateway.lab.history.HistoryAudit;
import org.c4igateway.lab.history.Violation.Kind;
import org.c4igateway.lab.run.RunResult;
import org.c4igateway.lab.scenario.Flow;
import org.c4igateway.lab.stats.Histograms;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;
import org.jspecify.annotations.Nullable;

/**
 * Reads from the databases which messages a run delivered, and when. Blocks. What was committed after the end of the
 * run does not belong to it: links are clear by then, so that the audit need not wait for what is under way.
 */
public final class DeliveryRecords {
    private static final double MICROS = 1e6;

    private final Function<String, InterfaceDatabase> databases;
    private final Map<String, Long> before;
    private final long zeroMicros;
    private final long untilMicros;
    private final Histogram latency = Histograms.create();
    private final Histogram roundTrip = Histograms.create();
    private final List<Long> confirmations = new ArrayList<>();
    private long expected;
    private long delivered;
    private long firstVisible = Long.MAX_VALUE;
    private long lastVisible;
    private long firstDelivered = Long.MAX_VALUE;
    private long lastDelivered;

    /**
     * @param databases of systems
     * @param before newest sequence number of each system before the run
     * @param zero what times count from
     * @param until when the run ended; later commits are not counted
     */
    public DeliveryRecords(
            Function<String, InterfaceDatabase> databases, Map<String, Long> before, Instant zero, Instant until) {
        this.databases = databases;
        this.before = before;
        this.zeroMicros = ChronoUnit.MICROS.between(Instant.EPOCH, zero);
        this.untilMicros = ChronoUnit.MICROS.between(Instant.EPOCH, until);
    }

    /** Adds one flow. */
    public void add(Flow flow, Map<Long, Long> intended) throws SQLException {
        long after = before(flow);
        InterfaceDatabase origin = databases.apply(flow.from());
        Map<Long, Long> visible = new HashMap<>(CommitLog.visible(origin, after));
        visible.keySet().retainAll(intended.keySet());
        see(visible);
        for (String destination : flow.to()) {
            expected += flow.messages();
            Map<Long, Long> arrived = CommitLog.delivered(databases.apply(destination), flow.from(), after);
            Map<Long, Long> confirmed = CommitLog.confirmed(origin, destination, after);
            visible.forEach((sequence, seen) -> {
                long start = intended.getOrDefault(sequence, 0L);
                note(start == 0 ? seen : start, arrived.get(sequence), confirmed.get(sequence));
            });
        }
    }

    /** When messages could be seen, by sequence number. */
    void see(Map<Long, Long> visible) {
        for (long time : visible.values()) {
            if (belongs(time)) {
                firstVisible = Math.min(firstVisible, time);
                lastVisible = Math.max(lastVisible, time);
            }
        }
    }

    /** When a message should be seen, was in an inbox, and had its final state; in microseconds since 1970. */
    void note(long start, @Nullable Long arrived, @Nullable Long confirmed) {
        if (arrived != null && belongs(arrived)) {
            delivered++;
            firstDelivered = Math.min(firstDelivered, arrived);
            lastDelivered = Math.max(lastDelivered, arrived);
            Histograms.record(latency, arrived - start);
        }
        if (confirmed != null && belongs(confirmed)) {
            confirmations.add(confirmed);
            Histograms.record(roundTrip, confirmed - start);
        }
    }

    private boolean belongs(long time) {
        return time <= untilMicros;
    }

    private long before(Flow flow) {
        return before.getOrDefault(flow.from(), 0L);
    }

    /** What all flows came to. */
    public RunResult.Delivery delivery(List<String> faults) {
        return new RunResult.Delivery(
                expected,
                delivered,
                confirmations.size(),
                seconds(firstVisible),
                seconds(lastVisible),
                seconds(firstDelivered),
                seconds(lastDelivered),
                seconds(confirmations.stream().mapToLong(Long::longValue).max().orElse(0)),
                Histograms.write(latency),
                Histograms.write(roundTrip),
                faults);
    }

    /** When final states were recorded, in seconds since an instant; mean of all, not a number for none. */
    public double meanConfirmation(Instant since) {
        long start = ChronoUnit.MICROS.between(Instant.EPOCH, since);
        return confirmations.stream()
                .mapToDouble(time -> (time - start) / MICROS)
                .average()
                .orElse(Double.NaN);
    }

    /** Faults of a flow. Rows that still wait are not a fault; the run then counts as incomplete. */
    public List<String> faults(Flow flow, HistoryAudit audit) throws SQLException {
        List<String> faults = new ArrayList<>();
        HistoryAudit.Scope scope = new HistoryAudit.Scope(before(flow), Instant.EPOCH);
        for (String destination : flow.to()) {
            AuditResult found = audit.pair(
                    databases.apply(flow.from()), databases.apply(destination), scope, Expectation.ALL_DELIVERED);
            found.violations().stream()
                    .filter(violation -> violation.kind() != Kind.UNSETTLED)
                    .findFirst()
                    .ifPresent(first -> faults.add(first + "; in all " + new TreeMap<>(found.kinds())));
        }
        return faults;
    }

    private double seconds(long micros) {
        return micros == 0 || micros == Long.MAX_VALUE ? 0 : (micros - zeroMicros) / MICROS;
    }
}
