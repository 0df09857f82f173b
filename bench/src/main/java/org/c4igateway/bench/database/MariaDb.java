package org.c4igateway.bench.database;

import java.io.IOException;
import java.net.InetAddress;
import java.net.MalformedURLException;
import java.net.ServerSocket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A MariaDB server of a benchmark, with the usual durability; its data are below the directory of the benchmark. */
final class MariaDb implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Process process;
    private final Driver driver;
    private final int port;

    private MariaDb(Process process, Driver driver, int port) {
        this.process = process;
        this.driver = driver;
        this.port = port;
    }

    /** @return why there is none on this machine; empty when there is */
    static Optional<String> obstacle() {
        if (program("mariadbd").isEmpty() || program("mariadb-install-db").isEmpty()) {
            return Optional.of("mariadb-server is not installed");
        }
        return driver().isPresent()
                ? Optional.empty()
                : Optional.of("C4I_DRIVERS does not name the jar of MariaDB's driver");
    }

    /** The driver that the nodes under measurement get, which is not on the class path of the benchmark. */
    private static Optional<Driver> driver() {
        String jar = System.getenv("C4I_DRIVERS");
        if (jar == null || jar.isBlank()) {
            return Optional.empty();
        }
        try {
            URL[] jars = {Path.of(jar).toUri().toURL()};
            return ServiceLoader.load(Driver.class, new URLClassLoader(jars)).stream()
                    .map(ServiceLoader.Provider::get)
                    .filter(found -> found.getClass().getName().startsWith("org.mariadb."))
                    .findFirst();
        } catch (MalformedURLException e) {
            return Optional.empty();
        }
    }

    static MariaDb start(Path directory) throws IOException, InterruptedException {
        String user = System.getProperty("user.name");
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Path data = directory.resolve("data");
        // A server deletes temporary tables that it finds when it starts, those of another server too.
        String temporary = "--tmpdir=" + directory;
        run(
                        directory,
                        "mariadb-install-db",
                        "--datadir=" + data,
                        temporary,
                        "--auth-root-authentication-method=normal",
                        user)
                .onExit()
                .join();
        Process process = run(
                directory,
                "mariadbd",
                "--datadir=" + data,
                temporary,
                "--port=" + port,
                user,
                "--bind-address=127.0.0.1",
                "--socket=" + directory.resolve("s"));
        MariaDb server = new MariaDb(process, driver().orElseThrow(), port);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!server.answers()) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                process.destroyForcibly();
                throw new IOException("MariaDB did not start: " + Files.readString(directory.resolve("mariadb.log")));
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        }
        return server;
    }

    private static Process run(Path directory, String name, String... options) throws IOException {
        List<String> command = Stream.concat(
                        Stream.of(program(name).orElseThrow().toString(), "--no-defaults"),
                        Stream.of(options).map(option -> option.startsWith("--") ? option : "--user=" + option))
                .toList();
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("mariadb.log").toFile()))
                .start();
    }

    private static Optional<Path> program(String name) {
        return Stream.of("/usr/sbin", "/usr/bin", "/usr/local/bin")
                .map(place -> Path.of(place, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private boolean answers() {
        try (Connection connection = open("mysql")) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    String url(String database) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + database;
    }

    Connection open(String database) throws SQLException {
        Properties login = new Properties();
        login.setProperty("user", "root");
        return driver.connect(url(database), login);
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
