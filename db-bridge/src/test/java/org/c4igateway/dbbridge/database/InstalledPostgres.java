package org.c4igateway.dbbridge.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.c4igateway.core.testkit.TestNetwork;

/**
 * A PostgreSQL server from the programs that are installed on this machine, which unlike the embedded ones can dump and
 * restore. Its cluster can be lost and begun anew on the same port. Not thread-safe.
 */
public final class InstalledPostgres implements AutoCloseable {
    private static final Path VERSIONS = Path.of("/usr/lib/postgresql");
    private static final List<String> PROGRAMS =
            List.of("initdb", "pg_ctl", "psql", "pg_dump", "pg_dumpall", "createdb", "pg_restore");

    private final Path programs;
    private final Path directory;
    private final int port;
    private int clusters;
    private final PostgresServer server;

    private InstalledPostgres(Path programs) throws IOException {
        this.programs = programs;
        this.directory = Files.createTempDirectory(PostgresServer.fast(), "c4i-installed");
        this.port = TestNetwork.port();
        startCluster();
        this.server = PostgresServer.at("jdbc:postgresql://127.0.0.1:" + port + "/postgres", directory);
    }

    /** @return the newest programs that are all there */
    public static Optional<Path> programs() {
        try (Stream<Path> versions = Files.exists(VERSIONS) ? Files.list(VERSIONS) : Stream.empty()) {
            return versions.map(version -> version.resolve("bin"))
                    .filter(bin -> PROGRAMS.stream().allMatch(name -> Files.isExecutable(bin.resolve(name))))
                    .max(Path::compareTo);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts one; blocks for some seconds. */
    public static InstalledPostgres start(Path programs) {
        try {
            return new InstalledPostgres(programs);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @return the server, with a template database */
    public PostgresServer server() {
        return server;
    }

    /** Stops the server and begins an empty cluster in its place, as on a new machine. */
    public void loseCluster() throws IOException {
        stop();
        startCluster();
    }

    /** Runs a client program on this server as superuser. @throws IllegalStateException when it fails */
    public void run(String program, String... arguments) {
        List<String> command = new ArrayList<>(List.of(programs.resolve(program).toString()));
        command.addAll(Arrays.asList(arguments));
        execute(command);
    }

    private void startCluster() throws IOException {
        clusters++;
        asUser("initdb", "-D", data().toString(), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync");
        asUser(
                "pg_ctl",
                "start",
                "-w",
                "-D",
                data().toString(),
                "-l",
                directory.resolve("log").toString(),
                "-o",
                "-p " + port + " -c listen_addresses=127.0.0.1 -c fsync=off -k " + directory);
    }

    private void stop() {
        asUser("pg_ctl", "stop", "-w", "-m", "immediate", "-D", data().toString());
    }

    private Path data() {
        return directory.resolve("cluster-" + clusters);
    }

    /** The server does not run as root; in a user namespace it runs as the user `nobody`. */
    private void asUser(String program, String... arguments) {
        List<String> command = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            command.addAll(List.of("unshare", "-U"));
        }
        command.add(programs.resolve(program).toString());
        command.addAll(Arrays.asList(arguments));
        execute(command);
    }

    private void execute(List<String> command) {
        Path output = directory.resolve("output");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment()
                .putAll(Map.of("PGHOST", "127.0.0.1", "PGPORT", Integer.toString(port), "PGUSER", "postgres"));
        try {
            int status = builder.start().waitFor();
            if (status != 0) {
                String said = Files.readString(output, StandardCharsets.UTF_8);
                throw new IllegalStateException(String.join(" ", command) + " ended with " + status + ": " + said);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws IOException {
        stop();
        PostgresServer.delete(directory);
    }
}
