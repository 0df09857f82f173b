package org.c4igateway.dbbridge.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.c4igateway.core.testkit.TestNetwork;
import org.jspecify.annotations.Nullable;

/** A MariaDB server of a test, from the package {@code mariadb-server}; its data goes with it. */
public final class MariaDbServer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final List<Path> PLACES =
            List.of(Path.of("/usr/sbin"), Path.of("/usr/bin"), Path.of("/usr/local/bin"));

    private final Path directory;
    private final Process process;
    private final int port;

    private MariaDbServer(Path directory, Process process, int port) {
        this.directory = directory;
        this.process = process;
        this.port = port;
    }

    /** @return whether the package is installed */
    public static boolean isInstalled() {
        return program("mariadbd") != null && program("mariadb-install-db") != null;
    }

    /** Starts a server; blocks for some seconds. */
    public static MariaDbServer start() {
        try {
            Path directory = Files.createTempDirectory(PostgresServer.fast(), "c4i-mariadb");
            Path data = directory.resolve("data");
            run(
                    directory,
                    String.valueOf(program("mariadb-install-db")),
                    "--no-defaults",
                    "--datadir=" + data,
                    ownTemporaryTables(directory),
                    "--skip-test-db",
                    "--auth-root-authentication-method=normal",
                    "--user=" + System.getProperty("user.name"));
            int port = TestNetwork.port();
            Process process = command(
                            directory,
                            String.valueOf(program("mariadbd")),
                            "--no-defaults",
                            "--datadir=" + data,
                            ownTemporaryTables(directory),
                            "--port=" + port,
                            "--bind-address=127.0.0.1",
                            "--socket=" + directory.resolve("s"),
                            "--user=" + System.getProperty("user.name"),
                            "--innodb-flush-log-at-trx-commit=0",
                            "--character-set-server=utf8mb4")
                    .start();
            MariaDbServer server = new MariaDbServer(directory, process, port);
            Awaitility.await("MariaDB").atMost(PATIENCE).until(server::answers);
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A server deletes temporary tables that it finds when it starts, those of another server too. */
    private static String ownTemporaryTables(Path directory) {
        return "--tmpdir=" + directory;
    }

    private boolean answers() throws IOException {
        if (!process.isAlive()) {
            throw new IllegalStateException("MariaDB ended: " + Files.readString(directory.resolve("log")));
        }
        try (Connection connection = connect("mysql")) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    public int port() {
        return port;
    }

    public String url(String database) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + database;
    }

    /** @return a session of root without a password, the caller's */
    public Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(url(database), "root", "");
    }

    /** Runs statements as root, separated by semicolons at the end of a line. */
    public void execute(String script) throws SQLException {
        try (Connection connection = connect("mysql");
                Statement statement = connection.createStatement()) {
            for (String sql : script.split(";\n", -1)) {
                if (!sql.isBlank()) {
                    statement.execute(sql);
                }
            }
        }
    }

    /** @return first column of all rows as text */
    public List<String> column(String sql) throws SQLException {
        List<String> values = new ArrayList<>();
        try (Connection connection = connect("mysql");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                values.add(String.valueOf(row.getString(1)));
            }
        }
        return values;
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void run(Path directory, String... words) throws IOException {
        Process process = command(directory, words).start();
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IllegalStateException(words[0] + ": " + Files.readString(directory.resolve("log")));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static ProcessBuilder command(Path directory, String... words) {
        return new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("log").toFile()));
    }

    private static @Nullable Path program(String name) {
        return PLACES.stream()
                .map(place -> place.resolve(name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }
}
