package org.c4igateway.bench.database;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.c4igateway.bench.BenchOptions;
import org.c4igateway.bench.Benchmark;
import org.c4igateway.bench.Figure;
import org.c4igateway.bench.InterleavedRuns;
import org.c4igateway.lab.testbed.Mesh;
import org.c4igateway.lab.testbed.config.Transports;

/**
 * Rows of a table on MariaDB, from the commit that releases them all until the last one is in the inbox of the other
 * system, beside as many rows of the same bytes that are submitted to the interface database in one commit. The same
 * two nodes carry both, by turns. Then the way into such a table, by {@link TableFeedRuns}. All processes share the
 * machine.
 */
public final class TableBridgeBenchmark implements Benchmark {
    private static final int MESSAGES = 40_000;
    private static final int SIZE = 1_024;
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int SECONDS = 300;
    private static final double SHARE = 0.5;

    @Override
    public String name() {
        return "table-bridge";
    }

    @Override
    public String description() {
        return "a table on MariaDB to the inbox over JMS, and the outbox to such a table, 40,000 x 1 KiB, beside the native path, by turns";
    }

    @Override
    public List<Figure> run(BenchOptions options) throws Exception {
        Optional<String> obstacle = MariaDb.obstacle();
        if (obstacle.isPresent()) {
            return List.of(Figure.notMeasured("rows of a table on MariaDB", obstacle.get()));
        }
        int count = options.scaled(MESSAGES);
        double[] natively = new double[options.repetitions()];
        double[] bridged = new double[options.repetitions()];
        for (int i = 0; i < natively.length; i++) {
            try (Mesh mesh = Mesh.create(2);
                    MariaDb mariaDb =
                            MariaDb.start(Files.createDirectory(mesh.directory().resolve("mariadb")))) {
                start(mesh, mariaDb);
                measure(mesh, mariaDb, i % 2 == 0, Math.max(500, count / 5));
                double[] rates = measure(mesh, mariaDb, i % 2 == 0, count);
                natively[i] = rates[0];
                bridged[i] = rates[1];
                mesh.stop();
            }
        }
        return figures(natively, bridged, new TableFeedRuns(count).take(options.repetitions()));
    }

    /**
     * @param natively rows per second of the native path, by repetition
     * @param bridged the same from a table
     * @param feed the same into a table, beside nodes without one
     */
    static List<Figure> figures(double[] natively, double[] bridged, Map<String, double[]> feed) {
        double[] inbox = Objects.requireNonNull(feed.get(TableFeedRuns.INBOX));
        double[] table = Objects.requireNonNull(feed.get(TableFeedRuns.TABLE));
        return List.of(
                Figure.plain("submitted in SQL, until the last inbox row", "rows/s", natively),
                Figure.plain("table on MariaDB, until the last inbox row", "rows/s", bridged),
                Figure.atLeast(
                        SHARE, "table on MariaDB, share of that", "x", InterleavedRuns.ratios(bridged, natively)),
                Figure.plain(TableFeedRuns.INBOX, "rows/s", inbox),
                Figure.plain(TableFeedRuns.TABLE, "rows/s", table),
                Figure.atLeast(
                        SHARE, "into a table on MariaDB, share of that", "x", InterleavedRuns.ratios(table, inbox)));
    }

    private static void start(Mesh mesh, MariaDb mariaDb) throws IOException, InterruptedException, SQLException {
        try (Connection connection = mariaDb.open("mysql");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE bench");
            statement.execute(
                    "CREATE TABLE bench.message (id bigint AUTO_INCREMENT PRIMARY KEY, status smallint NOT NULL,"
                            + " body varchar(4000) NOT NULL, KEY (status))");
        }
        Path map = Files.writeString(mesh.directory().resolve("bench-map.yaml"), map());
        mesh.prepare(Transports.JMS);
        mesh.node("ALPHA")
                .start(
                        "-Dc4i.tables.bench.url=" + mariaDb.url("bench"),
                        "-Dc4i.tables.bench.username=root",
                        "-Dc4i.tables.bench.map=" + map);
        mesh.node("BRAVO").start();
        for (String system : mesh.systems()) {
            mesh.node(system).awaitActive(PATIENCE, true);
        }
    }

    private static String map() {
        return """
                name: bench
                outbound:
                  rows:
                    table: bench.message
                    key: [id]
                    when: status = 1
                    taken: {status: "2"}
                    topic: "'%s'"
                    precedence: "3"
                    destinations: "'BRAVO'"
                    payload: body
                """.formatted(Database.TOPIC);
    }

    /** @return rows per second of the native path and of the bridge */
    private static double[] measure(Mesh mesh, MariaDb mariaDb, boolean nativeFirst, int count) throws SQLException {
        double[] rates = new double[2];
        for (boolean natively : new boolean[] {nativeFirst, !nativeFirst}) {
            try (Connection from = mesh.database("ALPHA").openOwner();
                    Connection to = mesh.database("BRAVO").openOwner()) {
                rates[natively ? 0 : 1] = count
                        / (natively
                                ? DatabaseRateBenchmark.transfer(mesh.database("ALPHA"), from, to, count)
                                        .inboxSeconds()
                                : bridge(mariaDb, to, count));
            }
        }
        return rates;
    }

    /** @return seconds from the commit of the rows there to the last inbox row */
    private static double bridge(MariaDb mariaDb, Connection to, int count) throws SQLException {
        String arrivals = "SELECT coalesce(sum(n), 0) FROM c4i.inbox_entry WHERE state = 'received'";
        long before = Database.number(to, arrivals);
        String body = new String(Database.message(SIZE), StandardCharsets.US_ASCII);
        long released;
        try (Connection connection = mariaDb.open("bench")) {
            connection.setAutoCommit(false);
            try (PreparedStatement statement =
                    connection.prepareStatement("INSERT INTO message (status, body) VALUES (1, ?)")) {
                for (int i = 1; i <= count; i++) {
                    statement.setString(1, body);
                    statement.addBatch();
                    if (i % 1_000 == 0 || i == count) {
                        statement.executeBatch();
                    }
                }
            }
            connection.commit();
            // The clock of all of them is that of this machine.
            released = Database.number(to, "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint");
        }
        Database.awaitNumber(to, arrivals, before + count, SECONDS);
        long arrived =
                Database.number(to, "SELECT (extract(epoch FROM max(received_at)) * 1000000)::bigint FROM c4i.inbox");
        return (arrived - released) / 1e6;
    }
}
