package org.c4igateway.bench.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.bench.BenchOptions;
import org.c4igateway.bench.Benchmark;
import org.c4igateway.bench.Figure;
import org.c4igateway.lab.testbed.Mesh;
import org.c4igateway.lab.testbed.config.Transports;

/**
 * Bytes that a delivered row takes in both interface databases, with indexes, and in the write-ahead log of the server
 * that has them both. Full pages that PostgreSQL writes after a checkpoint are part of the log, so that part depends on
 * the rate.
 */
public final class DatabaseSizeBenchmark implements Benchmark {
    private static final int ROWS = 40_000;
    private static final List<Integer> SIZES = List.of(200, 1_024, 16_384);
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private static final List<Part> PARTS = List.of(
            new Part("outbox and delivery log of the origin", true, tables("outbox", "delivery")),
            new Part("inbox of the receiver", false, tables("inbox")),
            new Part("keys of the receiver", false, "SELECT pg_total_relation_size('c4i.inbox_key')"),
            new Part("write-ahead log of both", true, "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint"));

    /** What is measured of each payload size, in which of the databases, by which query. */
    private record Part(String text, boolean ofOrigin, String sql) {}

    private static String tables(String... parents) {
        return "SELECT sum(pg_total_relation_size(t.relid))::bigint FROM unnest(ARRAY['c4i."
                + String.join("', 'c4i.", parents) + "']) AS p (parent), pg_partition_tree(p.parent::regclass) AS t";
    }

    @Override
    public String name() {
        return "db-size";
    }

    @Override
    public String description() {
        return "bytes on disk of a delivered row of 200 B, 1 KiB and 16 KiB";
    }

    @Override
    public List<Figure> run(BenchOptions options) throws Exception {
        int rows = options.rows(ROWS);
        Map<String, double[]> bytes = new LinkedHashMap<>();
        for (int i = 0; i < options.repetitions(); i++) {
            try (Mesh mesh = Mesh.create(2)) {
                mesh.start(Transports.JMS, PATIENCE);
                for (int size : SIZES) {
                    take(mesh, size, rows, i, options.repetitions(), bytes);
                }
            }
        }
        List<Figure> figures = new ArrayList<>();
        bytes.forEach((what, values) -> figures.add(Figure.plain(what, "B/row", values)));
        return figures;
    }

    private static void take(
            Mesh mesh, int size, int rows, int repetition, int repetitions, Map<String, double[]> bytes)
            throws SQLException {
        try (Connection from = mesh.database("ALPHA").openOwner();
                Connection to = mesh.database("BRAVO").openOwner()) {
            long[] before = read(from, to);
            long delivered = Database.number(from, "SELECT count(*) FROM c4i.delivery");
            Database.submitAtOnce(mesh.database("ALPHA"), "BRAVO", rows, Database.message(size));
            DatabaseRateBenchmark.awaitDelivered(from, delivered + rows);
            long[] after = read(from, to);
            for (int i = 0; i < PARTS.size(); i++) {
                bytes.computeIfAbsent(size + " B, " + PARTS.get(i).text(), what -> new double[repetitions])[
                                repetition] =
                        (after[i] - before[i]) / (double) rows;
            }
        }
    }

    /** @return bytes of each part, in their order */
    private static long[] read(Connection from, Connection to) throws SQLException {
        long[] sizes = new long[PARTS.size()];
        for (int i = 0; i < sizes.length; i++) {
            Part part = PARTS.get(i);
            sizes[i] = Database.number(part.ofOrigin() ? from : to, part.sql());
        }
        return sizes;
    }
}
