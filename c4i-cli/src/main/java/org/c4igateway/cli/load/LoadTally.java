package org.c4igateway.cli.load;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.c4igateway.core.message.Precedence;

/**
 * What was submitted, and what became of it at each destination. Each row of each destination is in one count: pending,
 * or its final state. Thread-safe.
 */
final class LoadTally {
    /** Most rows without a final state; beyond it the submitter waits. */
    static final int MAX_PENDING = 50_000;

    private static final String DELIVERED = "delivered";
    private static final long LONGEST_MICROS = 86_400_000_000L;
    private static final int DIGITS = 3;

    private final Map<Long, Outstanding> pending = new HashMap<>();
    private final Map<String, Map<String, Long>> states = new TreeMap<>();
    private final Map<String, Long> codes = new TreeMap<>();
    private final Map<Precedence, Histogram> latencies = new EnumMap<>(Precedence.class);
    private final Histogram all = histogram();
    private Histogram recent = histogram();
    private List<Long> round = List.of();
    private int pendingRows;
    private long submitted;
    private long unmeasured;

    /** A message and the destinations at which it has no final state. */
    private record Outstanding(Precedence precedence, List<String> destinations) {}

    /** The final state of a message at a destination; latency in microseconds by the clock of the database. */
    record Final(long sequence, String destination, String state, String code, long latencyMicros) {}

    /** Percentiles of a histogram in milliseconds. */
    record Latencies(long count, double p50, double p90, double p99, double p999, double longest) {
        static Latencies of(Histogram micros) {
            return new Latencies(
                    micros.getTotalCount(),
                    micros.getValueAtPercentile(50) / 1e3,
                    micros.getValueAtPercentile(90) / 1e3,
                    micros.getValueAtPercentile(99) / 1e3,
                    micros.getValueAtPercentile(99.9) / 1e3,
                    micros.getMaxValue() / 1e3);
        }
    }

    private static Histogram histogram() {
        return new Histogram(LONGEST_MICROS, DIGITS);
    }

    synchronized void submitted(long sequence, Precedence precedence, List<String> destinations) {
        pending.put(sequence, new Outstanding(precedence, new ArrayList<>(destinations)));
        pendingRows += destinations.size();
        submitted++;
    }

    /** Counts a final state once; a repeated one is ignored. */
    synchronized void settled(Final end) {
        Outstanding message = pending.get(end.sequence());
        if (message == null || !message.destinations().remove(end.destination())) {
            return;
        }
        if (message.destinations().isEmpty()) {
            pending.remove(end.sequence());
        }
        pendingRows--;
        states.computeIfAbsent(end.destination(), name -> new TreeMap<>()).merge(end.state(), 1L, Long::sum);
        if (!end.code().isEmpty()) {
            codes.merge(end.code(), 1L, Long::sum);
        }
        if (end.state().equals(DELIVERED)) {
            long micros = end.latencyMicros();
            if (micros < 0 || micros > LONGEST_MICROS) {
                unmeasured++;
                return;
            }
            latencies
                    .computeIfAbsent(message.precedence(), precedence -> histogram())
                    .recordValue(micros);
            all.recordValue(micros);
            recent.recordValue(micros);
        }
    }

    /** The next messages without a final state everywhere, so that each has its turn; empty when there is none. */
    synchronized List<Long> nextPending(int most) {
        if (round.isEmpty()) {
            round = pending.keySet().stream().sorted().toList();
        }
        List<Long> next = round.subList(0, Math.min(most, round.size()));
        round = round.subList(next.size(), round.size());
        return next;
    }

    synchronized int pendingRows() {
        return pendingRows;
    }

    synchronized long submittedMessages() {
        return submitted;
    }

    /** Delivered rows without a latency, because the clock of the database was set meanwhile. */
    synchronized long unmeasured() {
        return unmeasured;
    }

    /** Rows with that final state, of all destinations. */
    synchronized long count(String state) {
        return states.values().stream()
                .mapToLong(counts -> counts.getOrDefault(state, 0L))
                .sum();
    }

    /** Rows of a destination by final state. */
    synchronized Map<String, Long> states(String destination) {
        return new TreeMap<>(states.getOrDefault(destination, Map.of()));
    }

    /** Rows of a destination without a final state. */
    synchronized long pendingAt(String destination) {
        return pending.values().stream()
                .filter(message -> message.destinations().contains(destination))
                .count();
    }

    /** Rows by the code with which they ended. */
    synchronized Map<String, Long> codes() {
        return new TreeMap<>(codes);
    }

    /** Latencies of what was delivered since the last call. */
    synchronized Latencies takeRecent() {
        Latencies taken = Latencies.of(recent);
        recent = histogram();
        return taken;
    }

    synchronized Latencies overall() {
        return Latencies.of(all);
    }

    synchronized Map<Precedence, Latencies> byPrecedence() {
        Map<Precedence, Latencies> result = new EnumMap<>(Precedence.class);
        latencies.forEach((precedence, histogram) -> result.put(precedence, Latencies.of(histogram)));
        return result;
    }
}
