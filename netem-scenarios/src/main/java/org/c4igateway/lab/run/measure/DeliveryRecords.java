package org.c4igateway.lab.run.measure;

import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.c4igateway.lab.history.AuditResult;
import org.c4igateway.lab.history.Expectation;
import org.c4igateway.lab.history.HistoryAudit;
import org.c4igateway.lab.history.Violation.Kind;
import org.c4igateway.lab.run.RunNodes;
import org.c4igateway.lab.run.RunResult;
import org.c4igateway.lab.scenario.Flow;
import org.c4igateway.lab.stats.Histograms;
import org.jspecify.annotations.Nullable;

/** Reads from the databases which messages a run delivered, and when. Blocks. */
public final class DeliveryRecords {
    private static final double MICROS = 1e6;

    private final RunNodes runNodes;
    private final Map<String, Long> before;
    private final long zeroMicros;
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
     * @param before newest sequence number of each system before the run
     * @param zero what times count from
     */
    public DeliveryRecords(RunNodes runNodes, Map<String, Long> before, Instant zero) {
        this.runNodes = runNodes;
        this.before = before;
        this.zeroMicros = ChronoUnit.MICROS.between(Instant.EPOCH, zero);
    }

    /** Adds one flow. */
    public void add(Flow flow, Map<Long, Long> intended) throws SQLException {
        long after = before(flow);
        Map<Long, Long> visible = new HashMap<>(CommitLog.visible(runNodes.database(flow.from()), after));
        visible.keySet().retainAll(intended.keySet());
        for (long time : visible.values()) {
            firstVisible = Math.min(firstVisible, time);
            lastVisible = Math.max(lastVisible, time);
        }
        for (String destination : flow.to()) {
            expected += flow.messages();
            Map<Long, Long> arrived = CommitLog.delivered(runNodes.database(destination), flow.from(), after);
            Map<Long, Long> confirmed = CommitLog.confirmed(runNodes.database(flow.from()), destination, after);
            visible.forEach((sequence, seen) -> {
                long start = intended.getOrDefault(sequence, 0L);
                note(start == 0 ? seen : start, arrived.get(sequence), confirmed.get(sequence));
            });
        }
    }

    private void note(long start, @Nullable Long arrived, @Nullable Long confirmed) {
        if (arrived != null) {
            delivered++;
            firstDelivered = Math.min(firstDelivered, arrived);
            lastDelivered = Math.max(lastDelivered, arrived);
            Histograms.record(latency, arrived - start);
        }
        if (confirmed != null) {
            confirmations.add(confirmed);
            Histograms.record(roundTrip, confirmed - start);
        }
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
                    runNodes.database(flow.from()), runNodes.database(destination), scope, Expectation.ALL_DELIVERED);
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
