package org.c4igateway.lab.testbed.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

/** Where data and log of a server are, and the binaries. */
record Home(Path data, Path log, Path binaries) {
    static final String PID_FILE = "postmaster.pid";

    /** Settings that change while it runs. */
    static final String MORE = "more.conf";

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    static Home in(Path directory, Path disk, Path binaries) {
        return new Home(disk.resolve("postgres"), directory.resolve("postgres.log"), binaries);
    }

    /** A server here that is to be started. */
    EmbeddedPostgres.Builder builder(Reach reach) {
        File output = log.toFile();
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setOverrideWorkingDirectory(binaries.toFile())
                .setCleanDataDirectory(false)
                .setRegisterShutdownHook(false)
                .setPGStartupWait(PATIENCE)
                .setServerConfig("max_connections", "600")
                .setServerConfig("shared_buffers", "64MB")
                .setServerConfig("fsync", "on") // the library starts it with -F, which would flatter every number
                .setServerConfig("synchronous_commit", "on")
                .setErrorRedirector(ProcessBuilder.Redirect.appendTo(output))
                .setOutputRedirector(ProcessBuilder.Redirect.appendTo(output));
        reach.settings().forEach(builder::setServerConfig);
        if (reach.partner() != 0) {
            builder.setServerConfig("wal_keep_size", "512MB"); // what a new standby needs after its copy was begun
        }
        if (!reach.address().equals(Reach.LOOPBACK)) {
            builder.setServerConfig("listen_addresses", Reach.LOOPBACK + "," + reach.address());
        }
        return builder;
    }

    /**
     * Starts a server here on the first of those ports that no other server has taken, and blocks for some seconds.
     *
     * @throws IOException when it does not start, or other servers have all of them
     */
    EmbeddedPostgres start(Reach reach, List<Integer> ports) throws IOException {
        Files.createDirectories(binaries);
        for (int port : ports) {
            EmbeddedPostgres server = builder(reach).setPort(port).start();
            if (isAt(port)) {
                Files.writeString(
                        data.resolve("postgresql.conf"),
                        "include_if_exists = '" + MORE + "'\n",
                        StandardOpenOption.APPEND);
                return server;
            }
            server.getProcess().onExit().join(); // the program that starts it; it ends once the server has failed
            server.close();
            // Where no process waits for orphans its number stays taken, and the next start would find a live server.
            Files.deleteIfExists(data.resolve(PID_FILE));
        }
        throw new IOException("other servers took the ports " + ports + " before the one in " + data + " did");
    }

    /**
     * A port that was free can be taken before the server listens on it. The new server then ends, and the one that
     * took the port answers in its place.
     */
    private boolean isAt(int port) throws IOException {
        try (Connection connection = DriverManager.getConnection(
                        url(port, "postgres"), DatabaseServer.OWNER.user(), DatabaseServer.OWNER.password());
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("show data_directory")) {
            return found.next() && Path.of(found.getString(1)).toRealPath().equals(data.toRealPath());
        } catch (SQLException e) {
            throw new IOException("the server in " + data + " does not say where it is: " + e.getMessage(), e);
        }
    }

    static String url(int port, String database) {
        return "jdbc:postgresql://" + Reach.LOOPBACK + ":" + port + "/" + database;
    }
}
