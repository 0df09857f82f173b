package org.c4igateway.dbbridge.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.c4igateway.core.testkit.TestNetwork;

/** A hot standby that streams from a primary, begun from a copy of the primary's files. */
final class PostgresStandby implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration STEP = Duration.ofMillis(20);

    private final Path directory;
    private final EmbeddedPostgres server;

    private PostgresStandby(Path directory, EmbeddedPostgres server) {
        this.directory = directory;
        this.server = server;
    }

    /**
     * Copies what a new standby starts with, while the primary is stopped.
     *
     * @return directory of the copy
     */
    static Path copy(Path primaryDirectory) throws IOException {
        Path directory = Files.createTempDirectory("c4i-postgres-standby");
        try (Stream<Path> files = Files.walk(primaryDirectory)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.copy(
                        file,
                        directory.resolve(primaryDirectory.relativize(file)),
                        StandardCopyOption.COPY_ATTRIBUTES,
                        StandardCopyOption.REPLACE_EXISTING);
            }
        }
        Files.createFile(directory.resolve("standby.signal"));
        return directory;
    }

    /** Starts it on a copy; blocks until it answers questions. */
    static PostgresStandby start(Path directory, EmbeddedPostgres.Builder settings, int primaryPort)
            throws IOException {
        return new PostgresStandby(
                directory,
                settings.setDataDirectory(directory)
                        .setPort(TestNetwork.port())
                        .setServerConfig("primary_conninfo", "postgresql://postgres@localhost:" + primaryPort)
                        .start());
    }

    int port() {
        return server.getPort();
    }

    /** Blocks until the primary has this standby on its list of those that a commit waits for. */
    void awaitSynchronous(String primaryUrl) {
        long giveUpNanos = System.nanoTime() + PATIENCE.toNanos();
        while (!"sync".equals(ask(primaryUrl, "SELECT max(sync_state) FROM pg_stat_replication"))) {
            if (System.nanoTime() > giveUpNanos) {
                throw new IllegalStateException("the standby does not stream from " + primaryUrl);
            }
            LockSupport.parkNanos(STEP.toNanos());
        }
    }

    /** Starts it again without a primary: it has what it has got, and gets nothing more. */
    PostgresStandby cutOff(EmbeddedPostgres.Builder settings) throws IOException {
        int port = port();
        server.close();
        return new PostgresStandby(
                directory, settings.setDataDirectory(directory).setPort(port).start());
    }

    /** Makes it the primary; blocks until it takes writes. */
    void promote() {
        String promoted = ask("jdbc:postgresql://localhost:" + port() + "/postgres", "SELECT pg_promote()");
        if (!"t".equals(promoted)) {
            throw new IllegalStateException("not promoted: " + promoted);
        }
    }

    private static String ask(String url, String sql) {
        try (Connection connection = DriverManager.getConnection(url, "postgres", "");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return String.valueOf(row.getString(1));
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        PostgresServer.delete(directory);
    }
}
