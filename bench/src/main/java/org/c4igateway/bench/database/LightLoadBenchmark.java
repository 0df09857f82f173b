package org.c4igateway.bench.database;

import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.c4igateway.bench.BenchOptions;
import org.c4igateway.bench.Benchmark;
import org.c4igateway.bench.Figure;
import org.c4igateway.lab.testbed.Mesh;
import org.c4igateway.lab.testbed.config.Transports;

/**
 * What a row costs, and how long it takes, when rows come one by one with pauses between them, as most of the time
 * between C4I servers. The processor time is all that nodes and sessions use meanwhile, divided by the rows.
 */
public final class LightLoadBenchmark implements Benchmark {
    private static final int ROWS = 400;
    private static final int WARM_UP_ROWS = 200;
    private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(70);
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @Override
    public String name() {
        return "light-load";
    }

    @Override
    public String description() {
        return "rows of 1 KiB with random pauses of 20 to 70 ms between them: latency, and processor time of all by row";
    }

    @Override
    public List<Figure> run(BenchOptions options) throws Exception {
        Runs jms = new Runs(Transports.JMS);
        Runs dds = new Runs(Transports.DDS);
        for (int i = 0; i < options.repetitions(); i++) {
            try (Mesh mesh = Mesh.create(2)) {
                for (Runs runs : i % 2 == 0 ? List.of(jms, dds) : List.of(dds, jms)) {
                    runs.take(mesh, options);
                }
            }
        }
        List<Figure> figures = new ArrayList<>(jms.figures());
        figures.addAll(dds.figures());
        return figures;
    }

    /** The repetitions of one transport. */
    private static final class Runs {
        private final Transports transport;
        private final List<Histogram> micros = new ArrayList<>();
        private final RowTimes times = new RowTimes();

        Runs(Transports transport) {
            this.transport = transport;
        }

        void take(Mesh mesh, BenchOptions options) throws Exception {
            mesh.start(transport, PATIENCE);
            var _ = OneRowAtATime.measure(mesh, options.scaled(WARM_UP_ROWS), Runs::pause);
            try (Connection from = mesh.database("ALPHA").openOwner();
                    Connection to = mesh.database("BRAVO").openOwner()) {
                int rows = options.rows(ROWS);
                RowTimes.Reading before = RowTimes.read(mesh, from, to);
                micros.add(OneRowAtATime.measure(mesh, rows, Runs::pause));
                times.add(before, RowTimes.read(mesh, from, to), rows);
            }
        }

        private static long pause() {
            return ThreadLocalRandom.current().nextLong(SHORTEST_NANOS, LONGEST_NANOS);
        }

        List<Figure> figures() {
            String name = transport.name();
            List<Figure> figures = new ArrayList<>();
            for (int percent : new int[] {50, 99}) {
                double[] millis = micros.stream()
                        .mapToDouble(of -> of.getValueAtPercentile(percent) / 1_000.0)
                        .toArray();
                figures.add(Figure.plain(name + ", row seen after, p" + percent, "ms", millis));
            }
            figures.addAll(times.figures(name));
            return figures;
        }
    }
}
