package org.c4igateway.bench.database;

import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.c4igateway.bench.Figure;
import org.c4igateway.bench.SteadyValues;
import org.c4igateway.bench.database.DatabaseRateBenchmark.Transfer;
import org.c4igateway.lab.testbed.Mesh;
import org.c4igateway.lab.testbed.ProcessMemory;
import org.c4igateway.lab.testbed.config.Transports;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;

/**
 * The repetitions of one transport: first the rows that wait when the nodes start, then windows until the rate is
 * steady, then what is measured.
 */
final class RateRuns {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int COLD_ROWS = 200_000;
    private static final int COLD_SECONDS = 10;
    private static final int MAX_WINDOWS = 12;
    private static final double BYTES_PER_MB = 1e6;

    private final Transports transport;
    private final int rows;
    private final List<Double> cold = new ArrayList<>();
    private final List<Double> inbox = new ArrayList<>();
    private final List<Double> receipts = new ArrayList<>();
    private final List<Double> sendingMemory = new ArrayList<>();
    private final List<Double> receivingMemory = new ArrayList<>();
    private final List<String> warmUps = new ArrayList<>();
    private final RowTimes times = new RowTimes();

    RateRuns(Transports transport, int rows) {
        this.transport = transport;
        this.rows = rows;
    }

    /** One repetition; leaves the nodes running. */
    void take(Mesh mesh) throws Exception {
        mesh.stop();
        InterfaceDatabase alpha = mesh.database("ALPHA");
        try (Connection from = alpha.openOwner();
                Connection to = mesh.database("BRAVO").openOwner()) {
            cold.add(cold(mesh, from, to));
            SteadyValues warmUp = SteadyValues.take(MAX_WINDOWS, () -> {
                int window = Math.max(1_000, rows / 10);
                return window
                        / DatabaseRateBenchmark.transfer(alpha, from, to, window)
                                .inboxSeconds();
            });
            warmUps.add(warmUp.describe());
            RowTimes.Reading before = RowTimes.read(mesh, from, to);
            Transfer transfer = DatabaseRateBenchmark.transfer(alpha, from, to, rows);
            times.add(before, RowTimes.read(mesh, from, to), rows);
            inbox.add(rows / transfer.inboxSeconds());
            receipts.add(rows / transfer.receiptSeconds());
        }
        sendingMemory.add(ProcessMemory.resident(mesh.node("ALPHA").pid()) / BYTES_PER_MB);
        receivingMemory.add(ProcessMemory.resident(mesh.node("BRAVO").pid()) / BYTES_PER_MB);
    }

    /** @return rows per second in the first ten seconds from the first inbox row on, of processes just started */
    private double cold(Mesh mesh, Connection from, Connection to) throws Exception {
        int waiting = Math.min(rows, COLD_ROWS);
        long last = Database.number(to, "SELECT coalesce(max(received_id), 0) FROM c4i.inbox");
        long confirmed = Database.number(from, "SELECT count(*) FROM c4i.delivery");
        Database.submitAtOnce(mesh.database("ALPHA"), "BRAVO", waiting, Database.message(DatabaseRateBenchmark.SIZE));
        mesh.start(transport, PATIENCE);
        DatabaseRateBenchmark.awaitDelivered(from, confirmed + waiting);
        String since = "FROM c4i.inbox WHERE received_id > " + last;
        String first = "(SELECT min(received_at) " + since + ")";
        long arrived = Database.number(
                to,
                "SELECT count(*) " + since + " AND received_at <= " + first + " + interval '" + COLD_SECONDS + " s'");
        long micros = Database.number(
                to, "SELECT (extract(epoch FROM max(received_at) - min(received_at)) * 1000000)::bigint " + since);
        return arrived / Math.clamp(micros / 1e6, 1e-3, COLD_SECONDS);
    }

    double[] inbox() {
        return array(inbox);
    }

    double[] coldBesideWarm() {
        double[] ratios = array(cold);
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] /= inbox.get(i);
        }
        return ratios;
    }

    List<Figure> figures() {
        String name = transport.name();
        List<Figure> figures = new ArrayList<>();
        figures.add(Figure.plain(
                String.format(Locale.ROOT, "%s, cold, first %d s after the start", name, COLD_SECONDS),
                "msg/s",
                array(cold)));
        figures.add(Figure.plain(name + ", warm, until the last inbox row", "msg/s", inbox())
                .withRemark(String.join("; ", warmUps)));
        figures.add(Figure.plain(name + ", warm, until the last receipt is recorded", "msg/s", array(receipts)));
        figures.addAll(times.figures(name));
        figures.add(Figure.plain(name + ", resident memory, sending node", "MB", array(sendingMemory)));
        figures.add(Figure.plain(name + ", resident memory, receiving node", "MB", array(receivingMemory)));
        return figures;
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
