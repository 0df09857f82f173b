package org.c4igateway.bench.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.bench.BenchOptions;
import org.c4igateway.bench.Benchmark;
import org.c4igateway.bench.Figure;
import org.c4igateway.bench.InterleavedRuns;
import org.c4igateway.lab.testbed.Mesh;
import org.c4igateway.lab.testbed.config.Transports;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;

/**
 * Sustained rate from database to database with receipts: rows that become visible in one commit, until the last one is
 * in the other inbox and until the last receipt is recorded. Two node processes and PostgreSQL share the machine.
 */
public final class DatabaseRateBenchmark implements Benchmark {
    static final int SIZE = 1_024;
    private static final int ROWS = 200_000;
    private static final String FLOOR = "floor: batched SQL copy";
    private static final double JMS_SHARE = 0.25;
    private static final double DDS_SHARE = 0.45;
    private static final double COLD_SHARE = 0.5;
    private static final int PATIENCE_SECONDS = 180;
    private static final int MIN_RATE = 1_000;

    @Override
    public String name() {
        return "db-rate";
    }

    @Override
    public String description() {
        return "outbox to inbox with receipts, 1 KiB, cold and warm, beside a batched SQL copy of the same rows";
    }

    @Override
    public List<Figure> run(BenchOptions options) throws Exception {
        int rows = options.rows(ROWS);
        double[] floor = new double[options.repetitions()];
        RateRuns jms = new RateRuns(Transports.JMS, rows);
        RateRuns dds = new RateRuns(Transports.DDS, rows);
        for (int i = 0; i < floor.length; i++) {
            try (Mesh mesh = Mesh.create(2)) {
                for (RateRuns runs : i % 2 == 0 ? List.of(jms, dds) : List.of(dds, jms)) {
                    runs.take(mesh);
                }
                mesh.stop();
                floor[i] = floor(mesh, rows);
            }
        }
        List<Figure> figures = new ArrayList<>();
        figures.add(Figure.plain(FLOOR, "rows/s", floor));
        figures.addAll(jms.figures());
        figures.addAll(dds.figures());
        figures.add(share(JMS_SHARE, "JMS", jms, floor));
        figures.add(share(DDS_SHARE, "DDS", dds, floor));
        figures.add(Figure.atLeast(COLD_SHARE, "JMS, cold beside warm", "x", jms.coldBesideWarm()));
        figures.add(Figure.atLeast(COLD_SHARE, "DDS, cold beside warm", "x", dds.coldBesideWarm()));
        return figures;
    }

    private static Figure share(double goal, String name, RateRuns runs, double[] floor) {
        return Figure.atLeast(
                goal, name + ", warm, share of the floor", "x", InterleavedRuns.ratios(runs.inbox(), floor));
    }

    /** The copying process warms up as well. */
    private static double floor(Mesh mesh, int rows) throws SQLException {
        double _ = SqlFloor.copy(mesh.database("ALPHA"), mesh.database("BRAVO"), 0, Math.max(1_000, rows / 5));
        return SqlFloor.copy(mesh.database("ALPHA"), mesh.database("BRAVO"), 0, rows);
    }

    /** Sends so many rows and waits for their receipts. */
    public static Transfer transfer(InterfaceDatabase alpha, Connection from, Connection to, int count)
            throws SQLException {
        long before = Database.number(to, "SELECT count(*) FROM c4i.inbox_key");
        long confirmed = Database.number(from, "SELECT count(*) FROM c4i.delivery");
        long committed = Database.submitAtOnce(alpha, "BRAVO", count, Database.message(SIZE));
        Database.awaitNumber(
                to,
                "SELECT coalesce(sum(n), 0) FROM c4i.inbox_entry WHERE state = 'received'",
                before + count,
                patience(count));
        awaitDelivered(from, confirmed + count);
        long arrived =
                Database.number(to, "SELECT (extract(epoch FROM max(received_at)) * 1000000)::bigint FROM c4i.inbox");
        long recorded =
                Database.number(from, "SELECT (extract(epoch FROM max(at)) * 1000000)::bigint FROM c4i.delivery");
        return new Transfer((arrived - committed) / 1e6, (recorded - committed) / 1e6);
    }

    static void awaitDelivered(Connection from, long wanted) throws SQLException {
        Database.awaitNumber(
                from,
                "SELECT coalesce(sum(n), 0) FROM c4i.ledger_entry WHERE state = 'delivered'",
                wanted,
                patience(wanted));
    }

    private static int patience(long rows) {
        return PATIENCE_SECONDS + Math.toIntExact(rows / MIN_RATE);
    }

    /** From the commit of the rows to the last inbox row, and to the last recorded receipt. */
    public record Transfer(double inboxSeconds, double receiptSeconds) {}
}
