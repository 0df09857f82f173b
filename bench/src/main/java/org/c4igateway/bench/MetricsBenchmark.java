package org.c4igateway.bench;

import java.io.IOException;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.c4igateway.bench.database.DatabaseRateBenchmark;
import org.c4igateway.lab.stats.PairedRatio;
import org.c4igateway.lab.testbed.Mesh;
import org.c4igateway.lab.testbed.Pause;
import org.c4igateway.lab.testbed.config.Transports;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;

/**
 * What metrics cost: the rate from database to database of nodes that count and are scraped each second, beside that of
 * nodes whose registry takes no meter, by turns on one pair of databases. The ledger is read from the database in both
 * cases, since health tells of it.
 */
final class MetricsBenchmark implements Benchmark {
    private static final int MESSAGES = 60_000;
    private static final double GOAL = 0.97;
    private static final long SEED = 1;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration SCRAPE = Duration.ofSeconds(1);
    private static final String WITHOUT = "-Dmanagement.metrics.enable.all=false";

    @Override
    public String name() {
        return "metrics";
    }

    @Override
    public String description() {
        return "outbox to inbox with receipts, 60,000 x 1 KiB, with metrics scraped each second beside none, by turns";
    }

    @Override
    public List<Figure> run(BenchOptions options) throws Exception {
        List<Figure> figures = new ArrayList<>();
        for (Transports transport : List.of(Transports.JMS, Transports.DDS)) {
            double[] with = new double[options.repetitions()];
            double[] without = new double[options.repetitions()];
            for (int i = 0; i < with.length; i++) {
                try (Mesh mesh = Mesh.create(2)) {
                    for (boolean counted : i % 2 == 0 ? List.of(true, false) : List.of(false, true)) {
                        (counted ? with : without)[i] = measure(mesh, transport, counted, options.scaled(MESSAGES));
                    }
                }
            }
            figures.addAll(figures(transport.name().toLowerCase(Locale.ROOT), with, without));
        }
        return figures;
    }

    private static List<Figure> figures(String transport, double[] with, double[] without) {
        PairedRatio ratio = PairedRatio.of(with, without, SEED);
        return List.of(
                Figure.plain(transport + ", with metrics, scraped each second", "msg/s", with),
                Figure.plain(transport + ", without metrics", "msg/s", without),
                Figure.atLeast(
                                GOAL,
                                transport + ", with beside without, pair by pair",
                                "x",
                                InterleavedRuns.ratios(with, without))
                        .withRemark(remark(ratio)));
    }

    /** Below six pairs there is a range and no interval. */
    static String remark(PairedRatio ratio) {
        return String.format(
                Locale.ROOT,
                "ratio of the medians %.3f, %s between %.3f and %.3f",
                ratio.ratio(),
                ratio.hasInterval() ? "95 %" : "all " + ratio.pairs() + " pairs",
                ratio.low(),
                ratio.high());
    }

    private static double measure(Mesh mesh, Transports transport, boolean counted, int count) throws Exception {
        mesh.stop();
        mesh.prepare(transport);
        for (String system : mesh.systems()) {
            mesh.node(system).start(counted ? new String[0] : new String[] {WITHOUT});
        }
        for (String system : mesh.systems()) {
            mesh.node(system).awaitActive(PATIENCE, true);
            requireMeters(mesh, system, counted);
        }
        InterfaceDatabase alpha = mesh.database("ALPHA");
        Thread scraper = Thread.ofVirtual().unstarted(() -> scrape(mesh));
        try (Connection from = alpha.openOwner();
                Connection to = mesh.database("BRAVO").openOwner()) {
            DatabaseRateBenchmark.transfer(alpha, from, to, Math.max(1_000, count / 4));
            if (counted) {
                scraper.start();
            }
            return count
                    / DatabaseRateBenchmark.transfer(alpha, from, to, count).receiptSeconds();
        } finally {
            scraper.interrupt();
        }
    }

    /** A switch that does nothing would make any figure look good. */
    private static void requireMeters(Mesh mesh, String system, boolean counted)
            throws IOException, InterruptedException {
        if (mesh.node(system).metrics().contains("c4i_") != counted) {
            throw new IOException(system + (counted ? " shows no metrics" : " shows metrics although it should not"));
        }
    }

    private static void scrape(Mesh mesh) {
        try {
            while (true) {
                for (String system : mesh.systems()) {
                    var _ = mesh.node(system).metrics();
                }
                Pause.of(SCRAPE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the measurement is over
        }
    }
}
