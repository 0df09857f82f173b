package org.c4igateway.bench.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
    private static final int MESSAGES = 100_000;
    private static final int SIZE = 1_024;
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final double SHARE_OF_FLOOR = 0.5;

    @Override
    public String name() {
        return "db-rate";
    }

    @Override
    public String description() {
        return "outbox to inbox with receipts, 100,000 x 1 KiB, beside a batched SQL copy of the same rows";
    }

    @Override
    public List<Figure> run(BenchOptions options) throws Exception {
        int count = options.scaled(MESSAGES);
        int repetitions = options.repetitions();
        double[] floor = new double[repetitions];
        Rates jms = new Rates(repetitions);
        Rates dds = new Rates(repetitions);
        for (int i = 0; i < repetitions; i++) {
            try (Mesh mesh = Mesh.create(2)) {
                measure(mesh, "jms", count, jms, i);
                measure(mesh, "dds", count, dds, i);
                mesh.stop();
                floor[i] = SqlFloor.copy(mesh.database("ALPHA"), mesh.database("BRAVO"), 0, count);
            }
        }
        List<Figure> figures = new ArrayList<>();
        figures.add(Figure.plain("floor: batched SQL copy", "rows/s", floor));
        figures.add(Figure.atLeast(5_000, "JMS tuned, until the last inbox row", "msg/s", jms.inbox));
        figures.add(Figure.plain("JMS tuned, until the last receipt is recorded", "msg/s", jms.receipt));
        figures.add(Figure.atLeast(10_000, "DDS, until the last inbox row", "msg/s", dds.inbox));
        figures.add(Figure.plain("DDS, until the last receipt is recorded", "msg/s", dds.receipt));
        figures.add(Figure.atLeast(
                SHARE_OF_FLOOR, "JMS tuned, share of the floor", "x", InterleavedRuns.ratios(jms.inbox, floor)));
        figures.add(Figure.atLeast(
                SHARE_OF_FLOOR, "DDS, share of the floor", "x", InterleavedRuns.ratios(dds.inbox, floor)));
        return figures;
    }

    private static void measure(Mesh mesh, String transport, int count, Rates rates, int repetition) throws Exception {
        mesh.start(Transports.valueOf(transport.toUpperCase(Locale.ROOT)), PATIENCE);
        InterfaceDatabase alpha = mesh.database("ALPHA");
        try (Connection from = alpha.openOwner();
                Connection to = mesh.database("BRAVO").openOwner()) {
            transfer(alpha, from, to, Math.max(1_000, count / 5));
            Transfer transfer = transfer(alpha, from, to, count);
            rates.inbox[repetition] = count / transfer.inboxSeconds();
            rates.receipt[repetition] = count / transfer.receiptSeconds();
        }
    }

    /** Sends so many rows and waits for their receipts. */
    public static Transfer transfer(InterfaceDatabase alpha, Connection from, Connection to, int count)
            throws SQLException {
        long before = Database.number(to, "SELECT count(*) FROM c4i.inbox_key");
        long confirmed = Database.number(from, "SELECT count(*) FROM c4i.delivery");
        long committed = Database.submitAtOnce(alpha, "BRAVO", count, Database.message(SIZE));
        Database.awaitNumber(
                to, "SELECT coalesce(sum(n), 0) FROM c4i.inbox_entry WHERE state = 'received'", before + count, 180);
        Database.awaitNumber(
                from,
                "SELECT coalesce(sum(n), 0) FROM c4i.ledger_entry WHERE state = 'delivered'",
                confirmed + count,
                60);
        long arrived =
                Database.number(to, "SELECT (extract(epoch FROM max(received_at)) * 1000000)::bigint FROM c4i.inbox");
        long recorded =
                Database.number(from, "SELECT (extract(epoch FROM max(at)) * 1000000)::bigint FROM c4i.delivery");
        return new Transfer((arrived - committed) / 1e6, (recorded - committed) / 1e6);
    }

    /** From the commit of the rows to the last inbox row, and to the last recorded receipt. */
    public record Transfer(double inboxSeconds, double receiptSeconds) {}

    private static final class Rates {
        private final double[] inbox;
        private final double[] receipt;

        Rates(int repetitions) {
            this.inbox = new double[repetitions];
            this.receipt = new double[repetitions];
        }
    }
}
