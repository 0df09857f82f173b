package org.c4igateway.bench.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.c4igateway.bench.BenchOptions;
import org.c4igateway.bench.Benchmark;
import org.c4igateway.bench.Figure;
import org.c4igateway.bench.InterleavedRuns;
import org.c4igateway.bench.SteadyValues;
import org.c4igateway.lab.testbed.Mesh;
import org.c4igateway.lab.testbed.config.Transports;

/**
 * Latency from the intended instant of a submission to the instant at which another session sees the row in the inbox.
 * Open loop: a late submission counts from when it should have been. The observer polls each millisecond, which is part
 * of the figure.
 */
public final class DatabaseLatencyBenchmark implements Benchmark {
    static final int PER_SECOND = 1_000;
    private static final int SECONDS = 20;
    /** A window of the warm-up is this part of what is measured. */
    private static final int WINDOWS = 4;

    private static final int MAX_WINDOWS = 10;
    /** How many rows at 1,000 a second for each that goes alone. */
    private static final int ONE_BY_ONE = 40;
    /** Sessions that submit in turn: one alone waits for the disk at each commit and cannot keep the pace. */
    static final int SUBMITTERS = 4;

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @Override
    public String name() {
        return "db-latency";
    }

    @Override
    public String description() {
        return "submit to row visible in the other database, 1 KiB at 1,000 msg/s, open loop, beside a floor; one row at a time";
    }

    @Override
    public List<Figure> run(BenchOptions options) throws Exception {
        int count = options.scaled(SECONDS * PER_SECOND);
        Times jms = new Times("jms", 2.5, 4);
        Times dds = new Times("dds", 2, 3);
        List<Histogram> floors = new ArrayList<>();
        for (int i = 0; i < options.repetitions(); i++) {
            try (Mesh mesh = Mesh.create(2)) {
                for (Times times : i % 2 == 0 ? List.of(jms, dds) : List.of(dds, jms)) {
                    measure(mesh, count, times);
                }
                mesh.stop();
                var _ = LatencyFloor.measure(mesh, count / WINDOWS);
                floors.add(LatencyFloor.measure(mesh, count));
            }
        }
        List<Figure> figures = new ArrayList<>();
        figures.add(Figure.plain("floor: submit, then insert at the other end, p50", "ms", percentile(floors, 50)));
        figures.add(Figure.plain("floor: submit, then insert at the other end, p99", "ms", percentile(floors, 99)));
        figures.addAll(jms.figures(floors));
        figures.addAll(dds.figures(floors));
        return figures;
    }

    private static void measure(Mesh mesh, int count, Times times) throws Exception {
        mesh.start(Transports.valueOf(times.transport.toUpperCase(Locale.ROOT)), PATIENCE);
        SteadyValues warmUp = SteadyValues.take(
                MAX_WINDOWS, () -> measure(mesh, count / WINDOWS).getValueAtPercentile(50));
        times.warmUps.add(warmUp.describe());
        times.loaded.add(measure(mesh, count));
        times.idle.add(OneRowAtATime.measure(mesh, Math.max(20, count / ONE_BY_ONE)));
    }

    /** @return milliseconds, one for each repetition */
    private static double[] percentile(List<Histogram> repetitions, double percent) {
        return repetitions.stream()
                .mapToDouble(micros -> micros.getValueAtPercentile(percent) / 1_000.0)
                .toArray();
    }

    /** The repetitions of one transport. */
    private static final class Times {
        private static final double ONE_ROW_GOAL = 4;

        private final String transport;
        private final double medianGoal;
        private final double highGoal;
        private final List<Histogram> loaded = new ArrayList<>();
        private final List<Histogram> idle = new ArrayList<>();
        private final List<String> warmUps = new ArrayList<>();

        Times(String transport, double medianGoal, double highGoal) {
            this.transport = transport;
            this.medianGoal = medianGoal;
            this.highGoal = highGoal;
        }

        List<Figure> figures(List<Histogram> floors) {
            double[] median = percentile(loaded, 50);
            double[] high = percentile(loaded, 99);
            return List.of(
                    Figure.plain(transport + ", p50", "ms", median).withRemark(String.join("; ", warmUps)),
                    Figure.plain(transport + ", p99", "ms", high),
                    Figure.atMost(
                            medianGoal,
                            transport + ", p50 beside the floor",
                            "x",
                            InterleavedRuns.ratios(median, percentile(floors, 50))),
                    Figure.atMost(
                            highGoal,
                            transport + ", p99 beside the floor",
                            "x",
                            InterleavedRuns.ratios(high, percentile(floors, 99))),
                    Figure.atMost(ONE_ROW_GOAL, transport + ", one row at a time, p50", "ms", percentile(idle, 50)));
        }
    }

    private static Histogram measure(Mesh mesh, int count) throws Exception {
        Map<Long, Long> intended = new ConcurrentHashMap<>();
        Map<Long, Long> seen = new ConcurrentHashMap<>();
        try (Connection observer = mesh.database("BRAVO").openOwner()) {
            long last = Database.number(observer, "SELECT coalesce(max(received_id), 0) FROM c4i.inbox");
            long start = System.nanoTime();
            List<Thread> submitters = new ArrayList<>();
            for (int i = 0; i < SUBMITTERS; i++) {
                int first = i;
                submitters.add(Thread.ofPlatform().start(() -> submit(mesh, first, count, start, intended)));
            }
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
            while (seen.size() < count) {
                last = observe(observer, last, seen);
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException("only " + seen.size() + " of " + count + " arrived in 120 s");
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
            for (Thread submitter : submitters) {
                submitter.join();
            }
        }
        Histogram micros = new Histogram(TimeUnit.MINUTES.toMicros(3), 3);
        seen.forEach((sequence, nanos) -> {
            Long due = intended.get(sequence);
            if (due == null) {
                throw new IllegalStateException("arrived but not submitted: " + sequence);
            }
            micros.recordValue(Math.max(0, (nanos - due) / 1_000));
        });
        return micros;
    }

    private static long observe(Connection observer, long after, Map<Long, Long> seen) throws SQLException {
        long last = after;
        try (PreparedStatement statement = observer.prepareStatement(
                "SELECT received_id, origin_sequence FROM c4i.inbox WHERE received_id > ? ORDER BY received_id")) {
            statement.setLong(1, after);
            try (ResultSet row = statement.executeQuery()) {
                long now = System.nanoTime();
                while (row.next()) {
                    last = row.getLong(1);
                    seen.put(row.getLong(2), now);
                }
            }
        }
        return last;
    }

    private static void submit(Mesh mesh, int first, int count, long start, Map<Long, Long> intended) {
        byte[] payload = Database.message(1_024);
        try (Connection app = mesh.database("ALPHA").openApp();
                PreparedStatement statement =
                        app.prepareStatement("SELECT c4i.submit('" + Database.TOPIC + "', 2, ARRAY['BRAVO'], ?)")) {
            for (int i = first; i < count; i += SUBMITTERS) {
                long due = start + i * (TimeUnit.SECONDS.toNanos(1) / PER_SECOND);
                long wait = due - System.nanoTime();
                if (wait > 0) {
                    LockSupport.parkNanos(wait);
                }
                statement.setBytes(1, payload);
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    intended.put(row.getLong(1), due);
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException("submitting failed", e);
        }
    }
}
