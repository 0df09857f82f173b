package org.c4igateway.bench.database;

import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.c4igateway.bench.BenchOptions;
import org.c4igateway.bench.Benchmark;
import org.c4igateway.bench.Figure;
import org.c4igateway.bench.InterleavedRuns;
import org.c4igateway.lab.stats.PairedRatio;
import org.c4igateway.lab.testbed.Mesh;
import org.c4igateway.lab.testbed.config.Transports;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;

/**
 * What batches give over JMS: the rate from database to database with receipts, of nodes that send rows together, of
 * nodes that send each by itself, and of nodes that compress what they send together, by turns, beside a batched SQL
 * copy of the same rows.
 */
public final class JmsBatchBenchmark implements Benchmark {
    private static final int MESSAGES = 200_000;
    private static final double SHARE_OF_FLOOR = 0.25;
    private static final double GOAL = 25_000;
    private static final long SEED = 1;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String KEYS = "-Dc4i.transports.jms.batch.";
    private static final String BATCHES = "JMS, batches";
    private static final String SINGLE = "JMS, each row by itself";
    private static final String COMPRESSED = "JMS, compressed batches";
    private static final String FLOOR = "floor: batched SQL copy";

    @Override
    public String name() {
        return "jms-batch";
    }

    @Override
    public String description() {
        return "outbox to inbox over JMS with receipts, 200,000 x 1 KiB, with batches, without and compressed, by turns";
    }

    @Override
    public List<Figure> run(BenchOptions options) throws Exception {
        int count = options.scaled(MESSAGES);
        Map<String, double[]> values;
        try (Mesh mesh = Mesh.create(2)) {
            values = new InterleavedRuns()
                    .with(BATCHES, () -> rate(mesh, count, KEYS + "enabled=true"))
                    .with(SINGLE, () -> rate(mesh, count, KEYS + "enabled=false"))
                    .with(COMPRESSED, () -> rate(mesh, count, KEYS + "compress=true"))
                    .with(FLOOR, () -> floor(mesh, count))
                    .take(options.repetitions());
        }
        List<Figure> figures = new ArrayList<>();
        values.forEach((name, rates) -> figures.add(
                name.equals(BATCHES)
                        ? Figure.atLeast(GOAL, name, "msg/s", rates)
                        : Figure.plain(name, name.equals(FLOOR) ? "rows/s" : "msg/s", rates)));
        figures.add(Figure.atLeast(
                SHARE_OF_FLOOR,
                "JMS, batches, share of the floor",
                "x",
                InterleavedRuns.ratios(values, BATCHES, FLOOR)));
        figures.add(besideSingle(values, BATCHES));
        figures.add(besideSingle(values, COMPRESSED));
        return figures;
    }

    private static Figure besideSingle(Map<String, double[]> values, String name) {
        PairedRatio ratio = PairedRatio.of(
                Objects.requireNonNull(values.get(name)), Objects.requireNonNull(values.get(SINGLE)), SEED);
        return Figure.plain(name + " beside each row by itself", "x", InterleavedRuns.ratios(values, name, SINGLE))
                .withRemark(String.format(
                        Locale.ROOT,
                        "ratio of the medians %.2f, %s between %.2f and %.2f",
                        ratio.ratio(),
                        ratio.hasInterval() ? "95 %" : "all " + ratio.pairs() + " pairs",
                        ratio.low(),
                        ratio.high()));
    }

    private static double floor(Mesh mesh, int count) throws Exception {
        mesh.stop();
        return SqlFloor.copy(mesh.database("ALPHA"), mesh.database("BRAVO"), 0, count);
    }

    /** @return rows per second until the last inbox row, of nodes that have sent a quarter of it before */
    private static double rate(Mesh mesh, int count, String setting) throws Exception {
        mesh.stop();
        mesh.prepare(Transports.JMS);
        for (String system : mesh.systems()) {
            mesh.node(system).start(setting);
        }
        for (String system : mesh.systems()) {
            mesh.node(system).awaitActive(PATIENCE, true);
        }
        InterfaceDatabase alpha = mesh.database("ALPHA");
        try (Connection from = alpha.openOwner();
                Connection to = mesh.database("BRAVO").openOwner()) {
            DatabaseRateBenchmark.transfer(alpha, from, to, Math.max(1_000, count / 4));
            return count
                    / DatabaseRateBenchmark.transfer(alpha, from, to, count).inboxSeconds();
        }
    }
}
