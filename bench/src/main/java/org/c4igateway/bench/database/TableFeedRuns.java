package org.c4igateway.bench.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.c4igateway.bench.InterleavedRuns;
import org.c4igateway.lab.testbed.Mesh;
import org.c4igateway.lab.testbed.config.Transports;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;

/**
 * Rows submitted at one system until the last of them is in a table on MariaDB beside the other one, and until the last
 * is in the inbox of nodes that have no such table, by turns.
 */
final class TableFeedRuns {
    static final String INBOX = "submitted in SQL, until the last inbox row, no table there";
    static final String TABLE = "submitted in SQL, until the last row of a table on MariaDB";

    private static final int SIZE = 1_024;
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int SECONDS = 300;

    private final int count;

    TableFeedRuns(int count) {
        this.count = count;
    }

    /** @return rows per second of both, by repetition */
    Map<String, double[]> take(int repetitions) throws Exception {
        try (Mesh mesh = Mesh.create(2);
                MariaDb mariaDb =
                        MariaDb.start(Files.createDirectory(mesh.directory().resolve("mariadb")))) {
            create(mariaDb);
            Map<String, double[]> rates = new InterleavedRuns()
                    .with(INBOX, () -> inbox(mesh))
                    .with(TABLE, () -> table(mesh, mariaDb))
                    .take(repetitions);
            mesh.stop();
            return rates;
        }
    }

    private static void create(MariaDb mariaDb) throws SQLException {
        try (Connection connection = mariaDb.open("mysql");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE bench");
            statement.execute("CREATE TABLE bench.received (id bigint AUTO_INCREMENT PRIMARY KEY,"
                    + " origin varchar(32) NOT NULL, no bigint NOT NULL, body varchar(4000) NOT NULL,"
                    + " arrived_at timestamp(6) NOT NULL DEFAULT current_timestamp(6), UNIQUE (origin, no))");
        }
    }

    private double inbox(Mesh mesh) throws IOException, InterruptedException, SQLException {
        start(mesh);
        InterfaceDatabase alpha = mesh.database("ALPHA");
        try (Connection from = alpha.openOwner();
                Connection to = mesh.database("BRAVO").openOwner()) {
            DatabaseRateBenchmark.transfer(alpha, from, to, warmUp());
            return count
                    / DatabaseRateBenchmark.transfer(alpha, from, to, count).inboxSeconds();
        }
    }

    private double table(Mesh mesh, MariaDb mariaDb) throws IOException, InterruptedException, SQLException {
        Path map = Files.writeString(mesh.directory().resolve("bench-feed.yaml"), """
                name: bench
                inbound:
                  rows:
                    table: bench.received
                    unique-by: [origin, no]
                    columns:
                      origin: origin_system
                      no: origin_sequence
                      body: payload_text
                """);
        start(
                mesh,
                "-Dc4i.tables.bench.url=" + mariaDb.url("bench"),
                "-Dc4i.tables.bench.username=root",
                "-Dc4i.tables.bench.map=" + map);
        try (Connection there = mariaDb.open("bench");
                Connection to = mesh.database("BRAVO").openOwner()) {
            // What the inbox has from the other runs comes first.
            long before = Database.number(to, "SELECT count(*) FROM c4i.inbox");
            Database.awaitNumber(there, "SELECT count(*) FROM received", before, SECONDS);
            feed(mesh, there, warmUp());
            return count / feed(mesh, there, count);
        }
    }

    private int warmUp() {
        return Math.max(500, count / 5);
    }

    /** @return seconds from the commit of the rows to the last row there */
    private static double feed(Mesh mesh, Connection there, int rows) throws SQLException {
        String arrivals = "SELECT count(*) FROM received";
        long before = Database.number(there, arrivals);
        long released = Database.submitAtOnce(mesh.database("ALPHA"), "BRAVO", rows, Database.message(SIZE));
        Database.awaitNumber(there, arrivals, before + rows, SECONDS);
        // The clock of all of them is that of this machine.
        long arrived = Database.number(
                there, "SELECT CAST(unix_timestamp(max(arrived_at)) * 1000000 AS integer) FROM received");
        return (arrived - released) / 1e6;
    }

    private static void start(Mesh mesh, String... settings) throws IOException, InterruptedException {
        mesh.stop();
        mesh.prepare(Transports.JMS);
        mesh.node("ALPHA").start();
        mesh.node("BRAVO").start(settings);
        for (String system : mesh.systems()) {
            mesh.node(system).awaitActive(PATIENCE, true);
        }
    }
}
